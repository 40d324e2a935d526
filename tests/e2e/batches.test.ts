import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

describe('batches', () => {
  let server: Awaited<ReturnType<typeof sharedSample>>;
  let cookie: string;
  beforeAll(async () => {
    server = await sharedSample();
    cookie = await logIn(server.url, 'issuer');
  });

  async function choose(page: Page, ...lines: string[]) {
    await page.goto(`${server.url}/admin/batches`);
    await page.getByLabel('File with the list').setInputFiles({
      name: 'class.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    });
    await page.getByRole('button', { name: 'Check the file' }).click();
  }

  async function upload(page: Page, rows: string[]) {
    await choose(page, 'studentName,studentEmail,courseName,issueDate,expiryDate', ...rows);
    await page.getByRole('heading', { name: 'class.csv' }).waitFor();
  }

  journey('a batch from a CSV file', ({ newPage, javaScript }) => {
    const course = `Batch ${javaScript ? 'with' : 'without'} scripts`;

    it('shows a preview, issues the valid rows, and lets the issuer renew a selection of them', async () => {
      const page = await newPage();
      await addSession(page.context(), server.url, cookie);
      await upload(page, [
        `Ana,ana@students.example,${course},2025-01-31,2027-01-31`,
        `Bo,not-an-address,${course},2025-01-31,`,
        `Cy,cy@students.example,${course},2025-01-31,2027-01-31`,
      ]);
      await page.getByText('2 rows of 3 can be issued.').waitFor();
      await page.getByRole('link', { name: 'Show only the 1 row with problems' }).click();
      await page.getByText('Student Email must be a valid email address.').waitFor();
      await expect.poll(() => page.getByText('cy@students.example').count()).toBe(0);
      await page.getByRole('button', { name: 'Issue 2 certificates' }).click();
      await page.getByText('2 certificates issued.').waitFor();
      await page.getByRole('link', { name: 'Results (CSV)' }).waitFor();

      await page.goto(`${server.url}/admin/issued-certificates?course=${encodeURIComponent(course)}`);
      const boxes = page.getByRole('checkbox', { name: /^Select/ });
      await expect.poll(() => boxes.count()).toBe(2);
      for (const box of await boxes.all()) await box.check();
      await page.getByRole('button', { name: 'Renew selected' }).click();
      await page.getByRole('heading', { name: 'Renew 2 certificates' }).waitFor();
      await page.getByRole('button', { name: 'Renew 2 certificates' }).click();
      await page.getByText('2 certificates renewed.').waitFor();
    });

    it('of another program is read once its columns and the order of its dates are chosen', async () => {
      const page = await newPage();
      await addSession(page.context(), server.url, cookie);
      await choose(
        page,
        `Vorname;Nachname;Post;Thema ${course};Datum`,
        `Ana;Lee;ana@students.example;${course} 2;02/03/2026`,
      );
      await page.getByRole('heading', { name: 'Match the columns' }).waitFor();
      await page.getByText('02/03/2026 = 2 March 2026 or 3 February 2026').waitFor();
      await page.getByLabel('Order of the dates').selectOption('mdy');
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByText('Choose the column of the file for').waitFor();
      await page.getByLabel(`What the column “Thema ${course}” is`).selectOption({ label: 'Course Name' });
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByText('1 row of 1 can be issued.').waitFor();
      await page.getByText('Ana Lee', { exact: true }).waitFor();
      await page.getByText('3 February 2026').waitFor();
    });

    it('has its rows corrected in place, and its warnings confirmed', async () => {
      const page = await newPage();
      await addSession(page.context(), server.url, cookie);
      await upload(page, [
        `Ana,not-an-address,${course} 3,2025-01-31,`,
        `BOB STONE,bob@students.example,${course} 3,2025-01-31,`,
      ]);
      await page.getByText('Student Name is in capital letters.').waitFor();
      await page.getByLabel('Student Email in line 2').fill('ana@students.example');
      await page.getByLabel('Issue Date in line 2').fill('31 January 2025');
      await page.getByRole('button', { name: 'Check these rows again' }).click();
      await page.getByText('2 rows of 2 can be issued.').waitFor();
      await page.getByRole('button', { name: 'Issue 2 certificates' }).click();
      await page.getByText('Look at the rows with warnings first.').first().waitFor();
      await page.getByLabel('Issue as they are, in spite of warnings: 1 row').check();
      await page.getByRole('button', { name: 'Issue 2 certificates' }).click();
      await page.getByText('2 certificates issued.').waitFor();
    });

    it('can be cancelled before it is started', async () => {
      const page = await newPage();
      await addSession(page.context(), server.url, cookie);
      await upload(page, [`Dee,dee@students.example,${course},2025-01-31,`]);
      await page.getByRole('button', { name: 'Cancel batch' }).click();
      await page.getByText('Batch cancelled.').waitFor();
      await expect.poll(() => page.getByRole('button', { name: /^Issue/ }).count()).toBe(0);
    });
  });
});
