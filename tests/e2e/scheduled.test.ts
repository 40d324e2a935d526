import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

async function setWait(page: Page, url: string, minutes: string) {
  await page.goto(`${url}/settings`);
  await page.getByLabel('Minutes that new certificates wait').fill(minutes);
  await page.getByRole('button', { name: 'Save Waiting Time' }).click();
  await page.getByText('Your waiting time was saved.').first().waitFor();
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

journey('a certificate that waits', ({ newPage, javaScript }) => {
  it('is scheduled, changed and withdrawn', async () => {
    const { url } = await sharedSample();
    const page = await newPage({ viewport: { width: 320, height: 800 } });
    await addSession(page.context(), url, await logIn(url, 'issuer'));
    await setWait(page, url, '10');
    expect(await widthOf(page)).toBe(320);
    const name = `Astrid Holm ${javaScript}`;
    await page.goto(`${url}/admin/issue-certificate`);
    await page.getByLabel('Student Email').fill('astrid@students.example');
    await page.getByLabel('Student Name').fill(name);
    await page.getByLabel('Course Name').fill('Harmony');
    await page.getByLabel('Issue Date').fill('2026-02-28');
    await page.getByRole('button', { name: 'Issue Certificate' }).click();
    await page.getByText('Certificate scheduled.').first().waitFor();
    expect(await widthOf(page)).toBe(320);
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByText('Until then you can change or withdraw it.').waitFor();
    expect(await widthOf(page)).toBe(320);
    await page.getByLabel('Student Name').fill(`${name} Berg`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The scheduled certificate was changed.').first().waitFor();
    await page.getByText(`${name} Berg`).waitFor();
    expect(await widthOf(page)).toBe(320);
    await page.goto(`${url}/admin/issued-certificates`);
    await page.getByRole('link', { name: 'See scheduled certificates' }).click();
    await page
      .getByRole('button', { name: /^Withdraw / })
      .first()
      .click();
    await page.getByText('The certificate was withdrawn.').first().waitFor();
    expect(await page.getByText(`${name} Berg`).count()).toBe(0);
    await setWait(page, url, '0');
  });
});
