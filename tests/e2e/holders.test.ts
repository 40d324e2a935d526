import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { countSteps, DESKTOP, PHONE } from '#tests/support/journeys.ts';
import { sharedMailingSite } from '#tests/support/mailing-site.ts';
import { linkIn } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';

const { server, smtp } = await sharedMailingSite();
let issuer: string;
let students = 0;

beforeAll(async () => {
  await register('dean@northwind.example', 'admin');
  const login = { username: 'dean@northwind.example', password: PASSWORD };
  issuer = (await call('admin/login', login)).token;
});

async function call(path: string, json?: unknown, token?: string) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
  return answer.json();
}

async function register(email: string, role: string) {
  await call('users/register', { name: 'Northwind', email, password: PASSWORD, role });
  const link = linkIn((await smtp.mailTo(email, /verify/)).text);
  await fetch(link, {
    method: 'POST',
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ password: PASSWORD }),
  });
}

/** Issues a certificate and returns its ID. */
async function issueTo(studentEmail: string): Promise<string> {
  const { certificate } = await call(
    'certs/issue',
    { studentEmail, studentName: 'Ada Lovelace', courseName: 'Formal Logic', issueDate: '2026-02-28' },
    issuer,
  );
  return certificate.uniqueId;
}

const newAddress = () => {
  students += 1;
  return `ada${students}@students.example`;
};

const toast = (page: Page, hasText: string) => page.locator('.toast', { hasText }).first().waitFor();

journey('certificates of a holder', ({ newPage, javaScript }) => {
  it('are shown by the link in the mail, until a logout', async () => {
    const page = await newPage();
    const email = newAddress();
    const uniqueId = await issueTo(email);
    await page.goto(linkIn((await smtp.mailTo(email, /^Your certificate from/)).text));
    await page.waitForURL(`${server.url}/my-certificates/${uniqueId}`);
    await page.getByRole('heading', { name: 'Formal Logic', level: 1 }).waitFor();
    await page.getByRole('heading', { name: `History of ${uniqueId}` }).waitFor();
    const picture = page.getByAltText('Certificate of Ada Lovelace: Formal Logic');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1754);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe(`Formal Logic - Ada Lovelace - ${uniqueId}.pdf`);
    await page.getByRole('link', { name: 'My certificates' }).click();
    await page.waitForURL(`${server.url}/my-certificates`);
    await page.getByPlaceholder('Search by ID, course or issuer').fill('geometry');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByRole('link', { name: 'Formal Logic' }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Send link' }).waitFor();
  });

  it('are added to LinkedIn from the mail in two steps on a phone, which can be undone', async () => {
    const page = await newPage({ viewport: PHONE });
    const email = newAddress();
    const uniqueId = await issueTo(email);
    const mailed = linkIn((await smtp.mailTo(email, /^Your certificate from/)).text);
    const steps = countSteps(page);
    await steps.follow(mailed);
    await steps.reach(
      page.getByAltText('Certificate of Ada Lovelace: Formal Logic'),
      page.getByText('Valid', { exact: true }),
      page.getByRole('link', { name: 'Download PDF' }),
      page.getByRole('button', { name: 'Share', exact: true }),
    );
    const correction = page.getByRole('heading', { name: 'Something is wrong' });
    expect((await correction.boundingBox())?.y).toBeLessThan(2 * PHONE.height);
    const button = page.getByRole('button', { name: 'Share and add to LinkedIn' });
    await steps.reach(button);
    const opened = page.context().waitForEvent('request', (request) => /linkedin/.test(request.url()));
    await steps.click(button);
    const { origin, pathname, searchParams } = new URL((await opened).url());
    expect(origin + pathname).toBe('https://www.linkedin.com/profile/add');
    expect(steps.counted()).toEqual({ clicks: 2, fields: 0 });
    const shared = searchParams.get('certUrl') ?? '';
    expect((await fetch(shared)).status).toBe(200);
    // There is no network, so that LinkedIn does not open in place of the page.
    if (!javaScript) await page.goto(`${server.url}/my-certificates/${uniqueId}`);
    await page.getByText('anyone with the link can see it').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await button.waitFor();
    expect((await fetch(shared)).status).toBe(404);
    expect(page.url()).toBe(`${server.url}/my-certificates/${uniqueId}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('anyone with the link can see it').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'Formal Logic' }).isVisible()).toBe(false);
    expect(await page.getByAltText('Certificate of Ada Lovelace: Formal Logic').isVisible()).toBe(true);
  });

  it('are listed with those of other addresses that an account proves', async () => {
    const page = await newPage();
    const [email, other] = [newAddress(), newAddress()];
    await issueTo(other);
    await register(email, 'individual');
    await page.goto(`${server.url}/?redirectTo=/my-certificates`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.getByText('No certificates were issued to this address.').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByText('This address belongs to your account already.').first().waitFor();
    await page.getByLabel('Email').fill(other);
    await page.getByRole('button', { name: 'Add address' }).click();
    await toast(page, 'A link is on its way');
    await page.goto(linkIn((await smtp.mailTo(other, /confirm your address/)).text));
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.waitForURL(`${server.url}/my-certificates`);
    await toast(page, 'The address was added');
    await page.getByRole('link', { name: 'Formal Logic' }).waitFor();
    await page.getByRole('button', { name: `Remove ${other}` }).click();
    await toast(page, 'The address was removed');
    await page.getByText('No certificates were issued to this address.').waitFor();
  });

  it.each([390, 1280])(
    'are shared, looked up with consent, paid for, and corrected, at %i px',
    { timeout: 90_000 },
    async (width) => {
      const viewport = { width, height: 800 };
      const [email, asking] = [newAddress(), newAddress()];
      const uniqueId = await issueTo(email);
      await register(asking, 'corporate');
      const holder = await newPage({ viewport });
      await holder.goto(linkIn((await smtp.mailTo(email, /^Your certificate from/)).text));
      const pdf = holder.waitForEvent('download');
      await holder.getByRole('link', { name: 'Download PDF' }).click();
      await pdf;
      const link = await share(holder);

      const stranger = await newPage({ viewport });
      await stranger.goto(link);
      await stranger.getByRole('heading', { name: 'Formal Logic' }).waitFor();
      await stranger.getByText('is valid.').waitFor();
      const picture = stranger.getByAltText('Certificate of Ada Lovelace: Formal Logic');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1754);
      const download = stranger.waitForEvent('download');
      await stranger.getByRole('link', { name: 'Download PDF' }).click();
      await download;
      await holder.reload();
      await holder.getByText('Opened once').waitFor();

      await holder.getByLabel('Ask me').check();
      await holder.getByRole('button', { name: 'Save', exact: true }).click();
      await toast(holder, 'Your settings were saved.');
      const verifier = await newPage({ viewport });
      await askForConsent(verifier, asking, uniqueId);
      const mailed = linkIn((await smtp.mailTo(email, /asks to look up your certificate/)).text);
      await holder.goto(mailed.replace('granted', 'declined'));
      await holder.getByText('Employment').waitFor();
      await holder.getByRole('button', { name: 'Decline' }).click();
      await holder.getByText('You declined this look-up.').waitFor();
      await smtp.mailTo(asking, /declined your look-up/);

      await verifier.goto(`${server.url}/verify`);
      await verifier.getByRole('button', { name: 'Ask again' }).click();
      await verifier.getByText('You pay nothing until then.').waitFor();
      await holder.goto(`${server.url}/my-certificates/${uniqueId}`);
      await holder.getByRole('button', { name: 'Allow: Northwind' }).click();
      await toast(holder, 'You allowed the look-up.');
      await smtp.mailTo(asking, /allowed your look-up/);
      await pay(verifier, uniqueId);
      await holder.reload();
      for (const event of ['Consent declined to Northwind', 'Looked up by Northwind', 'paid by Northwind'])
        await holder.getByText(event).first().waitFor();

      await holder.getByText('Ask the issuer for a correction').click();
      await holder.getByLabel('What is right').fill('Ada King');
      await holder.getByLabel('Why').fill('I married');
      await holder.getByRole('button', { name: 'Tell the issuer' }).click();
      await holder.getByText('The issuer was told').first().waitFor();
      await smtp.mailTo('dean@northwind.example', /asks for a correction/);
      await replace(await newPage({ viewport }));
      await stranger.reload();
      await stranger.getByText('replaced it by a corrected certificate').waitFor();
      await holder.goto(`${server.url}/my-certificates`);
      await holder.getByRole('link', { name: 'Formal Logic' }).first().click();
      await holder.getByText('Ada King').first().waitFor();
    },
  );
});

journey('somebody else with a certificate', ({ newPage }) => {
  it.each([PHONE, DESKTOP])(
    'checks its file in two steps from the start page, at $width px',
    async (viewport) => {
      const page = await newPage({ viewport });
      const uniqueId = await issueTo(newAddress());
      const headers = { authorization: `Bearer ${issuer}` };
      const file = await fetch(`${server.url}/certificates/${uniqueId}.pdf`, { headers });
      const upload = {
        name: 'a.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(await file.arrayBuffer()),
      };
      await page.goto(server.url);
      const steps = countSteps(page);
      await steps.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Check' }));
      await page.waitForURL(`${server.url}/check`);
      await steps.attach(page.getByLabel('PDF, PNG, SVG or JSON file'), upload);
      await steps.click(page.getByRole('button', { name: 'Check the file' }));
      const verdict = page.getByRole('heading', {
        name: 'Genuine Formal Logic, issued to Ada Lovelace on 28/02/2026 by Northwind, an issuer that',
      });
      await steps.reach(verdict, page.getByText('It is exactly as it was issued, and it is valid.'));
      expect(steps.counted()).toEqual({ clicks: 2, fields: 1 });
      await page.emulateMedia({ media: 'print' });
      await page
        .getByText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d \(.+\)$/)
        .first()
        .waitFor();
      const [hash] = await page.getByText(/^[0-9a-f]{64}$/).allTextContents();
      expect(hash).toBe(createHash('sha256').update(upload.buffer).digest('hex'));
      expect(await page.getByRole('button', { name: 'Check the file' }).isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });

      // What a camera or a screenshot makes of it has no credential.
      const picture = { name: 'a.png', mimeType: 'image/png', buffer: await page.screenshot() };
      await steps.attach(page.getByLabel('PDF, PNG, SVG or JSON file'), picture);
      await steps.click(page.getByRole('button', { name: 'Check the file' }));
      await steps.reach(page.getByRole('heading', { name: 'A picture without a credential' }));
      const scan = page.getByRole('link', { name: 'scan the code on the certificate' });
      expect(await scan.getAttribute('href')).toBe('/check#scan');
    },
  );

  it.each([PHONE, DESKTOP])(
    'looks it up and pays, with the price in sight, at $width px',
    async (viewport) => {
      const page = await newPage({ viewport });
      const [uniqueId, email] = [await issueTo(newAddress()), newAddress()];
      await register(email, 'corporate');
      await page.goto(`${server.url}/?redirectTo=/services`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Login Now' }).click();
      await page.waitForURL(`${server.url}/services`);
      const steps = countSteps(page);
      if (viewport === PHONE) await steps.click(page.locator('.app-bar').getByLabel('Menu'));
      await steps.click(page.locator('.sidebar').getByRole('link', { name: 'Verify', exact: true }));
      await page.waitForURL(`${server.url}/verify`);
      const id = page.getByPlaceholder('Enter certificate ID');
      await steps.reach(id, page.getByText('$4,200', { exact: true }).first());
      await steps.fill(id, uniqueId);
      await steps.click(page.getByRole('button', { name: 'Pay to Verify' }));
      await page.waitForURL(`${server.url}/verify/payment`);
      await page.getByText('$4200', { exact: true }).waitFor();
      for (const [field, value] of [
        ['Valid Card Number', '4242 4242 4242 4242'],
        ['MM', '12'],
        ['YY', '39'],
        ['CV', '123'],
      ] as const)
        await steps.fill(page.getByPlaceholder(field), value);
      await steps.click(page.getByRole('button', { name: 'Pay', exact: true }));
      await steps.reach(
        page.getByRole('heading', { name: 'Payment Successful!' }),
        page.getByText(/^Valid as of \d\d\/\d\d\/\d{4}, \d\d:\d\d \(.+\)$/),
        page.getByText('Formal Logic, issued to Ada Lovelace on 28/02/2026 by Northwind.'),
      );
      const { clicks, fields } = steps.counted();
      expect([clicks, fields]).toEqual([viewport === PHONE ? 4 : 3, 5]);
      await page.getByRole('link', { name: 'Receipt' }).click();
      await page.getByText(/^Valid as of .* \(UTC\)$/).waitFor();
    },
  );
});

/** Opens the link of the certificate on screen, and returns it. */
async function share(holder: Page): Promise<string> {
  await holder.getByLabel('Anyone with the link').check();
  await holder.getByLabel('Allow PDF download').check();
  await holder.getByRole('button', { name: 'Save sharing' }).click();
  await toast(holder, 'The link is open.');
  const link = (await holder.getByRole('link', { name: '/c/' }).textContent()) ?? '';
  const linkedIn = await holder.getByRole('link', { name: 'Add to LinkedIn' }).getAttribute('href');
  expect(new URL(linkedIn ?? '').searchParams.get('certUrl')).toBe(link);
  return link;
}

/** Logs a verifier in at the page of a scanned code, and looks the certificate up. */
async function askForConsent(verifier: Page, email: string, uniqueId: string) {
  await verifier.goto(`${server.url}/?redirectTo=${encodeURIComponent(`/verify?id=${uniqueId}`)}`);
  await verifier.getByLabel('Email').fill(email);
  await verifier.getByLabel('Password').fill(PASSWORD);
  await verifier.getByRole('button', { name: 'Login Now' }).click();
  await verifier.waitForURL(`${server.url}/verify?id=${uniqueId}`);
  await verifier.getByText('Say why, for the holder').click();
  await verifier.getByLabel('Purpose').selectOption('employment');
  await verifier.getByRole('button', { name: 'Pay to Verify' }).click();
  await verifier.getByText('You pay nothing until then.').waitFor();
}

async function pay(verifier: Page, uniqueId: string) {
  await verifier.goto(`${server.url}/verify`);
  await verifier
    .getByRole('button', { name: `Pay for ${uniqueId}` })
    .first()
    .click();
  await verifier.waitForURL(`${server.url}/verify/payment`);
  await verifier.getByPlaceholder('Valid Card Number').fill('4242 4242 4242 4242');
  await verifier.getByPlaceholder('MM').fill('12');
  await verifier.getByPlaceholder('YY').fill('39');
  await verifier.getByPlaceholder('CV').fill('123');
  await verifier.getByRole('button', { name: 'Pay', exact: true }).click();
  await verifier.getByText('Payment Successful!').first().waitFor();
}

/** Issues the certificate that a holder asked for on the dashboard. */
async function replace(desk: Page) {
  await desk.goto(`${server.url}/admin-login/admincredentials`);
  await desk.getByLabel('Username').fill('dean@northwind.example');
  await desk.getByLabel('Password').fill(PASSWORD);
  await desk.getByRole('button', { name: 'Login' }).click();
  await desk.waitForURL(`${server.url}/admin/**`);
  await desk.goto(`${server.url}/dashboard`);
  await desk.getByText('Ada King').first().waitFor();
  await desk.getByRole('link', { name: /^Replace/ }).click();
  await desk.getByText('The holder asks for a correction').waitFor();
  expect(await desk.getByLabel('Student Name').inputValue()).toBe('Ada King');
  await desk.getByRole('button', { name: 'Replace certificate' }).click();
  await toast(desk, 'Certificate replaced.');
}
