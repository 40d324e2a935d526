import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homeOf } from '#app/shared/redirects.ts';
import { journey } from '#tests/support/browser.ts';
import { registerInBrowser } from '#tests/support/register-in-browser.ts';
import { startServer } from '#tests/support/server.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';

describe('issuing and verifying, with a real mail server', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;

  beforeAll(async () => {
    smtp = await startSmtp();
    server = await startServer({ env: { ISSUER_APPROVAL: 'auto', SMTP_URL: smtp.url } });
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
  });

  /** Registers a person, follows the link in the mail, and logs in. */
  async function join(page: Page, person: { name: string; email: string; role: string }) {
    await registerInBrowser(page, { url: server.url, smtp }, { ...person, password: PASSWORD });
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.getByText('Login successful!').waitFor();
    await page.waitForURL(server.url + homeOf(person.role === 'Admin' ? 'admin' : 'individual'));
  }

  /** Requests a file with the page's session and returns its first bytes. */
  async function startOfFile(page: Page, href: string | null) {
    const response = await page.request.get(new URL(href ?? '', server.url).href);
    expect(response.status()).toBe(200);
    return (await response.body()).subarray(0, 5).toString('latin1');
  }

  journey('the whole journey', ({ newPage, javaScript }) => {
    const key = javaScript ? 'js' : 'plain';

    it('runs from registration to the downloaded files', async () => {
      const issuer = await newPage();
      await join(issuer, {
        name: 'Aurora Institute',
        email: `registrar-${key}@aurora.example`,
        role: 'Admin',
      });
      await issuer.goto(`${server.url}/admin/issue-certificate`);
      await issuer.getByLabel('Student Email').fill(`ingrid-${key}@students.example`);
      await issuer.getByLabel('Student Name').fill('Ingrid Sørensen');
      await issuer.getByLabel('Course Name').fill('Distributed Systems');
      await issuer.getByLabel('Issue Date').fill('2026-02-28');
      await issuer.getByRole('button', { name: 'Issue Certificate' }).click();
      await issuer.getByText('Certificate issued successfully!').first().waitFor();
      const png = issuer.getByRole('link', { name: 'Download PNG' });
      expect(await startOfFile(issuer, await png.getAttribute('href'))).toBe('\x89PNG\r');
      const pdf = issuer.getByRole('link', { name: 'View PDF' });
      expect(await startOfFile(issuer, await pdf.getAttribute('href'))).toBe('%PDF-');

      const mail = await smtp.mailTo(`ingrid-${key}@students.example`);
      expect(mail.subject).toContain('Aurora Institute');
      const uniqueId = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(mail.text ?? '')?.[0] ?? '';
      await issuer.goto(`${server.url}/admin/issued-certificates`);
      await issuer.getByText(uniqueId).first().waitFor();

      const verifier = await newPage();
      await join(verifier, { name: 'Mara Osei', email: `mara-${key}@osei.example`, role: 'Individual' });
      await verifier.goto(`${server.url}/verify`);
      await verifier
        .getByPlaceholder('Enter certificate ID')
        .fill(uniqueId.toLowerCase().replaceAll('-', ' '));
      await verifier.getByRole('button', { name: 'Pay to Verify' }).click();
      await verifier.getByText('Certificate found! Proceed to payment').waitFor();
      await verifier.waitForURL(`${server.url}/verify/payment`);
      await verifier.getByText('$4200').first().waitFor();
      expect(await verifier.content()).not.toContain('Ingrid');

      const pay = async (number: string) => {
        await verifier.getByPlaceholder('Valid Card Number').fill(number);
        await verifier.getByPlaceholder('MM').fill('12');
        await verifier.getByPlaceholder('YY').fill('39');
        await verifier.getByPlaceholder('CV').fill('123');
        await verifier.getByRole('button', { name: 'Pay', exact: true }).click();
      };
      await pay('4000 0000 0000 0002');
      await verifier.getByText('Your card was declined.').first().waitFor();
      expect(await verifier.content()).not.toMatch(/4000 ?0000 ?0000 ?0002/);
      await pay('4242 4242 4242 4242');
      await verifier.getByText("Payment Successful! Here's your Certificate").waitFor();
      for (const [name, start] of [
        ['Download PNG', '\x89PNG\r'],
        ['Download PDF', '%PDF-'],
      ] as const) {
        const link = verifier.getByRole('link', { name }).first();
        expect(await startOfFile(verifier, await link.getAttribute('href'))).toBe(start);
      }
    });
  });

  it('accepts a registration while the mail server refuses messages', async () => {
    smtp.state.refuseWith = 451;
    const register = await fetch(`${server.url}/api/v1/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Late',
        email: 'late@people.example',
        password: PASSWORD,
        role: 'individual',
      }),
    });
    expect(register.status).toBe(201);
    await expect
      .poll(() => server.logs.filter(({ msg }) => msg === 'mail not delivered').length, { timeout: 10_000 })
      .toBe(1);
    smtp.state.refuseWith = undefined;
    // The first retry comes after a minute; tests/unit/outbox.test.ts covers retries.
    expect(smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes('late@people.example'))).toEqual([]);
  });

  it('writes no secret to the log', () => {
    const log = server.output.join('\n');
    expect(log).toContain('"msg":"request"');
    // Four digits of the card may be a part of a request's ID.
    for (const secret of [PASSWORD, '4242 4242', '42424242', 'certrace_session', 'Bearer'])
      expect(log).not.toContain(secret);
    expect(log).not.toMatch(/verify\/[\w-]{43}/);
  });
});
