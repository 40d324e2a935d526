import * as spreadsheets from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hydrated, openContext } from '#tests/support/browser.ts';
import { countSteps, DESKTOP } from '#tests/support/journeys.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite();

/** The journeys of an issuer, which begin at the list of issued certificates. */
describe('from the list of issued certificates', () => {
  async function begin(): Promise<Page> {
    const { url } = site.server;
    const context = await openContext(site.browser, { viewport: DESKTOP });
    await addSession(context, url, await logIn(url, 'issuer'));
    const page = await context.newPage();
    await page.goto(`${url}/admin/issued-certificates`);
    await hydrated(page, 'main');
    return page;
  }

  it('a certificate is issued that was seen before: 2 clicks, 4 fields', async () => {
    const page = await begin();
    const steps = countSteps(page);
    await steps.click(page.getByRole('main').getByRole('link', { name: 'Issue certificate' }));
    await steps.fill(page.getByLabel('Student Email'), 'ada@journeys.example');
    await steps.fill(page.getByLabel('Student Name'), 'Ada Journey');
    await steps.fill(page.getByLabel('Course Name'), 'Hydrology');
    await steps.fill(page.getByLabel('Issue Date'), '2026-11-28');
    await steps.reach(page.getByAltText('Draft of the certificate'));
    await steps.click(page.getByRole('main').getByRole('button', { name: 'Issue certificate' }));
    await steps.reach(page.getByAltText('Certificate of Ada Journey for Hydrology'));
    expect(steps.counted()).toEqual({ clicks: 2, fields: 4 });
    await page.context().close();
  });

  it("30 certificates are issued from the issuer's own Excel file: 4 clicks", async () => {
    const page = await begin();
    const steps = countSteps(page);
    const rows = Array.from({ length: 30 }, (_, index) => ({
      'First name': `Ada ${index}`,
      Surname: 'Journey',
      'E-mail': `ada.${index}@journeys.example`,
      'Course title': 'Hydrology of rivers',
      Date: new Date(Date.UTC(2026, 10, 2)),
    }));
    const book = spreadsheets.utils.book_new(spreadsheets.utils.json_to_sheet(rows), 'Class of 2026');
    const buffer = Buffer.from(spreadsheets.write(book, { type: 'buffer', bookType: 'xlsx' }));
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await steps.click(page.getByRole('navigation').getByRole('link', { name: 'Batches' }));
    await steps.attach(page.getByLabel('File with the list'), { name: 'class.xlsx', mimeType, buffer });
    await steps.click(page.getByRole('button', { name: 'Check the file' }));
    await page.getByRole('heading', { name: /Match the columns|class\.xlsx/ }).waitFor();
    if (await page.getByRole('heading', { name: 'Match the columns' }).isVisible())
      await steps.click(page.getByRole('button', { name: 'Check the file' }));
    await steps.click(page.getByRole('button', { name: 'Issue 30 certificates' }));
    await steps.reach(page.getByText('30 certificates issued.'));
    expect(steps.counted().clicks).toBeLessThanOrEqual(4);
    await page.context().close();
  });

  it('one is found and its name corrected: 3 clicks, 2 fields', async () => {
    const page = await begin();
    const steps = countSteps(page);
    const search = page.getByRole('main').getByRole('searchbox');
    await steps.fill(search, 'ingrid');
    await steps.enter(search);
    const row = page.getByRole('row', { name: /Ingrid/ });
    await page.getByText(/for “ingrid”/).waitFor();
    await steps.click(row.locator('a:has(.certificate-id)'));
    await steps.click(page.getByRole('main').getByRole('link', { name: 'Replace' }));
    await steps.fill(page.getByLabel('Student Name'), 'Ingrid Sørensen-Holm');
    await steps.click(page.getByRole('button', { name: 'Replace certificate' }));
    await steps.reach(page.getByAltText(/^Certificate of Ingrid Sørensen-Holm for/));
    expect(steps.counted()).toEqual({ clicks: 3, fields: 2 });
    await page.context().close();
  });
});
