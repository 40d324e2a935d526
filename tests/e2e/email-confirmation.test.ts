import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { loadEnvironment } from '#app/config/env.server.ts';
import { writeMail } from '#app/mail/compose.server.ts';
import { paymentReceivedMail } from '#app/mail/payment-mails.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { journey } from '#tests/support/browser.ts';
import { sharedMailingSite } from '#tests/support/mailing-site.ts';
import { NARROW } from '#tests/support/page-inspection.ts';
import { linkIn } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';
const ID = '7K3M-9QZX-2HVB-4TND';

const { server, smtp } = await sharedMailingSite();
let people = 0;

async function fillInRegistration(page: Page, email: string, role: string) {
  await page.getByLabel('Full name').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel(role).check();
  await page.getByRole('button', { name: 'Register Now' }).click();
}

/** Registers a person in the page's browser. */
async function registered(page: Page) {
  people += 1;
  const email = `confirms${people}@people.example`;
  await page.goto(`${server.url}/register`);
  await fillInRegistration(page, email, 'Individual');
  await page.waitForURL(`${server.url}/`);
  return { email, link: linkIn((await smtp.mailTo(email, /verify/)).text) };
}

journey('confirming an email address', ({ javaScript, newPage }) => {
  it('leads from a scanned QR code through registration to its certificate', async () => {
    const page = await newPage();
    people += 1;
    const email = `scans${people}@people.example`;
    await page.goto(`${server.url}/verify?id=${ID}`);
    await page.getByRole('link', { name: 'Log in to look it up' }).click();
    await page.getByRole('link', { name: "Don't have an account yet? Register" }).click();
    await fillInRegistration(page, email, 'Corporate');
    const login = `${server.url}/?redirectTo=${encodeURIComponent(`/verify?id=${ID}`)}`;
    await page.waitForURL(login);
    await page.goto(linkIn((await smtp.mailTo(email, /verify/)).text));
    if (!javaScript) await page.getByRole('button', { name: 'Verify email' }).click();
    await page.waitForURL(login);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.waitForURL(`${server.url}/verify?id=${ID}`);
    expect(await page.getByPlaceholder('Enter certificate ID').inputValue()).toBe(ID);
  });

  it('asks in another browser for the password, and lets the owner of the mailbox take the account', async () => {
    for (const isOwn of [true, false]) {
      const { email, link } = await registered(await newPage());
      const page = await newPage();
      await page.setViewportSize(NARROW);
      await page.goto(link);
      const own = page.locator('form', { hasText: 'Verify email' });
      await own.getByLabel('Password').fill('not the right one');
      await own.getByRole('button').click();
      await page.getByText('This is not the password of the registration.').first().waitFor();
      const password = isOwn ? PASSWORD : 'a wholly new password';
      if (isOwn) {
        await own.getByLabel('Password').fill(PASSWORD);
        await own.getByRole('button').click();
      } else {
        await page.getByText('I did not register').click();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
        await page.getByLabel('Full name').fill('Bea');
        await page.getByLabel('Individual').check();
        await page.getByLabel('New password').fill(password);
        await page.getByRole('button', { name: 'Register Now' }).click();
      }
      await page.getByRole('heading', { name: 'Email verified successfully!' }).waitFor();
      await page.waitForURL(`${server.url}/`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Login Now' }).click();
      await page.waitForURL(`${server.url}/services`);
    }
  });

  it.runIf(!javaScript)('asks with a mail that fits into 320 px', async () => {
    const { email } = await registered(await newPage());
    const page = await newPage();
    const { html = '' } = await smtp.mailTo(email, /verify/);
    await page.setViewportSize(NARROW);
    await page.setContent(html);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
  });

  it.runIf(!javaScript)('keeps the labels of a Chinese mail in one line at 320 px', async () => {
    loadEnvironment();
    const paid = {
      name: 'Ada',
      email: 'ada@people.example',
      amountMinor: 4200,
      title: () => `证书 ${ID} 的核验`,
    };
    const mail = inLanguage('zh-Hans', () => writeMail(paymentReceivedMail({ ...paid, path: '/verify' })));
    const page = await newPage();
    await page.setViewportSize(NARROW);
    await page.setContent(mail.html);
    const lines = await page.locator('td:first-child').evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return text.getClientRects().length;
      }),
    );
    expect(lines).toEqual([1, 1]);
  });

  it.runIf(javaScript)('waits until its tab is visible, and shows no button while it waits', async () => {
    const page = await newPage({});
    const { link } = await registered(page);
    await page.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', {
        get: () => Reflect.get(window, 'seen') ?? 'hidden',
      });
    });
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await page.goto(link, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: 'Verifying your email...' }).waitFor();
    expect([posts.length, await page.getByRole('button', { name: 'Verify email' }).count()]).toEqual([0, 0]);
    await page.evaluate(() => {
      Reflect.set(window, 'seen', 'visible');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.getByRole('heading', { name: 'Email verified successfully!' }).waitFor();
    await page.waitForURL(`${server.url}/`);
    expect(posts).toHaveLength(1);
  });

  it.runIf(javaScript)(
    'reports the response of a captive portal as a failure, and retries on click',
    async () => {
      const page: Page = await newPage();
      const { link } = await registered(page);
      await page.route('**/verify/**', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ contentType: 'text/html', body: '<h1>Log in to the Wi-Fi</h1>' })
          : route.continue(),
      );
      await page.goto(link);
      await page.getByRole('heading', { name: 'Verification failed' }).waitFor();
      await page.unroute('**/verify/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Email verified successfully!' }).waitFor();
    },
  );
});
