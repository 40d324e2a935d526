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
      await page.getByRole('button', { name: 'Declare Field' }).click();
      await page.getByText('Default must be one of these: Morning, Evening.').first().waitFor();
      expect(await page.getByLabel('Choices').inputValue()).toMatch(/^Morning\r?\nEvening$/);
      expect(await page.getByLabel('On the certificate').isChecked()).toBe(true);
      await page.getByLabel('Default').fill('Evening');
      await page.getByRole('button', { name: 'Declare Field' }).click();
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
      await page.getByRole('link', { name: 'Retire Field' }).click();
      await page.getByText('New certificates no longer have this field.').waitFor();
      await page.getByRole('button', { name: 'Retire Field' }).click();
      await page.getByText('Field retired.').first().waitFor();
      await page.goto(`${server.url}/admin/issue-certificate`);
      expect(await page.getByLabel(name).count()).toBe(0);
      await page.context().close();
    });
  });
});
