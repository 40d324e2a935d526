import { beforeAll, describe, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

describe('own fields', () => {
  let server: Awaited<ReturnType<typeof sharedSample>>;

  beforeAll(async () => {
    server = await sharedSample();
  });

  journey('the forms of a field', ({ newPage, javaScript }) => {
    it('declare, change and retire what the form of a certificate asks for', async () => {
      const page = await newPage({ viewport: { width: 390, height: 800 } });
      await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
      const [key, name] = javaScript ? ['shift', 'Shift'] : ['round', 'Round'];
      await page.goto(`${server.url}/admin/fields`);
      await page.getByRole('link', { name: 'New field' }).click();
      await page.getByRole('link', { name: 'Choice' }).click();
      await page.getByLabel('Choices').fill('Morning\nEvening');
      await page.getByLabel('Key').fill(key);
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Default').fill('Night');
      await page.getByLabel('On the certificate').check();
      await page.getByRole('button', { name: 'Declare field' }).click();
      await page.getByText('Default must be one of these: Morning, Evening.').first().waitFor();
      expect(await page.getByLabel('Choices').inputValue()).toMatch(/^Morning\r?\nEvening$/);
      expect(await page.getByLabel('On the certificate').isChecked()).toBe(true);
      await page.getByLabel('Default').fill('Evening');
      await page.getByRole('button', { name: 'Declare field' }).click();
      await page.getByText('Field declared.').first().waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);

      await page.goto(`${server.url}/admin/issue-certificate`);
      expect(await page.getByLabel(name).inputValue()).toBe('Evening');

      await page.goto(`${server.url}/admin/fields`);
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill(`${name} of the day`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Field saved.').first().waitFor();
      await page.getByRole('link', { name: `${name} of the day` }).click();
      await page.getByRole('link', { name: 'Retire field' }).click();
      await page.getByText('New certificates no longer have this field.').waitFor();
      await page.getByRole('button', { name: 'Retire field' }).click();
      await page.getByText('Field retired.').first().waitFor();
      await page.goto(`${server.url}/admin/issue-certificate`);
      expect(await page.getByLabel(name).count()).toBe(0);
      await page.context().close();
    });

    it('that was declared meanwhile is asked for after the form was refused, beside what was entered', async () => {
      const [page, other] = [await newPage(), await newPage({})];
      const cookie = await logIn(server.url, 'issuer');
      for (const { context } of [page, other].map((each) => ({ context: each.context() })))
        await addSession(context, server.url, cookie);
      const [key, name] = javaScript ? ['desk', 'Desk'] : ['seat', 'Seat'];
      await page.goto(`${server.url}/admin/issue-certificate`);
      await page.getByLabel('Student Email').fill('late@students.example');
      await page.getByLabel('Student Name').fill('Late Larsen');
      await page.getByLabel('Course Name').fill(`Harmony with a ${name}`);
      await page.getByLabel('Issue Date').fill('2026-02-28');
      await other.goto(`${server.url}/admin/fields/new`);
      await other.getByLabel('Key').fill(key);
      await other.getByLabel('Name', { exact: true }).fill(name);
      await other.getByLabel('Required').check();
      await other.getByRole('button', { name: 'Declare field' }).click();
      await other.getByText('Field declared.').first().waitFor();
      await page.getByRole('button', { name: 'Issue Certificate' }).click();
      await page.getByText(`${name} is required.`).first().waitFor();
      await page.getByLabel(name, { exact: true }).fill('7');
      expect(await page.getByLabel('Student Name').inputValue()).toBe('Late Larsen');
      await other.getByRole('link', { name, exact: true }).click();
      await other.getByRole('link', { name: 'Retire field' }).click();
      await other.getByRole('button', { name: 'Retire field' }).click();
      await other.getByText('Field retired.').first().waitFor();
      await page.getByRole('button', { name: 'Issue Certificate' }).click();
      await page.getByText(`There is no field ${key}.`).first().waitFor();
      await page.getByLabel(name, { exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Issue Certificate' }).click();
      await page.getByText('Certificate issued successfully!').first().waitFor();
      await other.context().close();
    });
  });
});
