import { expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite({ isShared: true });

journey('a certificate', ({ javaScript, newPage }) => {
  const key = javaScript ? 'with' : 'without';

  it('is issued, followed by another of the same course, opened and revoked on its page', async () => {
    const page = await newPage();
    const { url } = site.server;
    await addSession(page.context(), url, await logIn(url, 'issuer'));
    await page.goto(`${url}/admin/issue-certificate`);
    const field = (label: string) => page.getByLabel(label);
    const send = () => page.getByRole('button', { name: 'Issue Certificate' }).click();
    await field('Student Email').fill(`Ada-${key}@students.example`);
    await field('Student Name').fill(`Ada ${key}`);
    await field('Course Name').fill('Hydrology');
    await field('Issue Date').fill('2026-02-28');
    await field('Expiry Date').fill('2031-01-31');
    await send();
    await page.getByText(`The mail to Ada-${key}@students.example is in the mailbox.`).waitFor();

    await page.getByRole('link', { name: 'Issue another' }).click();
    await page.getByText('Course, issue date and design are those of').waitFor();
    const labels = ['Student Email', 'Student Name', 'Course Name', 'Issue Date', 'Expiry Date'];
    const values = await Promise.all(labels.map((label) => field(label).inputValue()));
    expect(values).toEqual(['', '', 'Hydrology', '2026-02-28', '']);
    await field('Student Email').fill(`bea-${key}@students.example`);
    await field('Student Name').fill(`Bea ${key}`);
    await send();
    await page.getByText(`The mail to bea-${key}@students.example`).waitFor();
    // Sent again, the form asks as for any duplicate.
    await send();
    await page.getByText('Issue a second certificate?').waitFor();

    await page.goto(`${url}/admin/issued-certificates?q=${key}+hydrology`);
    const id = page.getByRole('row', { name: `Bea ${key}` }).locator('a:has(.certificate-id)');
    const uniqueId = await id.innerText();
    await id.click();
    await page.getByRole('heading', { name: `Bea ${key}` }).waitFor();
    expect(await page.locator('main dl').first().innerText()).toContain('Never');
    await page.getByRole('link', { name: 'Revoke' }).click();
    await page.getByLabel('Reason').fill('Not attended');
    await page.getByRole('button', { name: 'Revoke certificate' }).click();
    await page.getByText('Certificate revoked.').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/issued-certificates/${uniqueId.replace(/\s/g, '')}`);
    await page.locator('main .badge', { hasText: 'Revoked' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Replace' }).count()).toBe(0);
  });
});
