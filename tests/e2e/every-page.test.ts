import type { BrowserContext } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#app/sample/people.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { type Answer, ask, crawl, elements, kindOf, linksOf, STARTS, textOf } from '#tests/support/crawl.ts';
import { faults } from '#tests/support/page-faults.ts';
import { inspect, openAndInspect, WIDE, wasInspected } from '#tests/support/page-inspection.ts';
import { logIn, NEWCOMER, VIEWERS, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';
import { PAGE_ROUTES, routeOf } from '#tests/support/site-routes.ts';

const site = sampleSite();
const visited = new Map<Viewer, Map<string, Answer>>();

/** Error pages that no link leads to: a wrong address, and expired links from mails. */
const ERROR_PAGES = [
  '/nothing-here',
  '/reset-password/an-old-token',
  '/verify/an-old-token',
  '/holder/an-old-token',
  '/consent/an-old-token',
  '/c/an-old-link',
  '/second-factor-reset/an-old-token',
  '/undo-email-change/an-old-token',
  '/move-courses/an-old-token',
  '/invitations/an-old-token',
  '/unsubscribe/an-old-token',
  '/admin/issued-certificates/0000-0000-0000-0000',
  '/superadmin/issued-certificates/0000-0000-0000-0000',
];

const pages = (viewer: Viewer) =>
  [...(visited.get(viewer)?.values() ?? [])].filter(({ html }) => html !== '');

/** A pending issuer sees the links of its area, and each page explains with status 403 that it needs approval. */
const mayBeRefused = (viewer: Viewer, { path, status }: Answer) =>
  viewer === 'pending issuer' && status === 403 && /^\/(?:admin\/|dashboard$)/.test(path);

async function contextOf(viewer: Viewer): Promise<{ context: BrowserContext; cookie: string }> {
  const cookie = await logIn(site.server.url, viewer);
  const context = await site.browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  await addSession(context, site.server.url, cookie);
  return { context, cookie };
}

describe.each(VIEWERS)('every link, as %s', (viewer) => {
  beforeAll(async () => {
    const cookie = await logIn(site.server.url, viewer);
    const home = viewer === 'visitor' ? '/' : '/dashboard';
    visited.set(viewer, await crawl(site.server.url, cookie, [home, ...STARTS]));
  });

  it('leads somewhere', () => {
    const answers = [...(visited.get(viewer)?.values() ?? [])];
    expect(answers.length).toBeGreaterThan(20);
    const dead = answers
      .filter((answer) => answer.status >= 400 && !mayBeRefused(viewer, answer))
      .map(({ status, url, from }) => `${status} ${url} (on ${from})`);
    expect(dead).toEqual([]);
  });

  it('leads to a fragment that exists', () => {
    const missing = pages(viewer).flatMap(({ html, path }) =>
      linksOf(html, path, site.server.url)
        .filter((link) => link.includes('#'))
        .filter((link) => {
          const [url = '', fragment = ''] = link.split('#');
          const target = url === path ? html : visited.get(viewer)?.get(url)?.html;
          return (
            target !== undefined && target !== '' && !target.includes(`id="${decodeURIComponent(fragment)}"`)
          );
        })
        .map((link) => `${link} (on ${path})`),
    );
    expect(missing).toEqual([]);
  });

  it('leads to well-formed pages', () => {
    expect(pages(viewer).flatMap((page) => faults(page).map((fault) => `${page.url}: ${fault}`))).toEqual([]);
  });

  it('leads to pages with a title and a description of their own', () => {
    const routesOf = { title: new Map<string, Set<string>>(), description: new Map<string, Set<string>>() };
    const note = (kind: keyof typeof routesOf, text: string, route: string) => {
      const routes = routesOf[kind].get(text) ?? new Set();
      routesOf[kind].set(text, routes.add(route));
    };
    for (const { html, path, status } of pages(viewer)) {
      if (status >= 400) continue;
      const route = routeOf(path.split('?', 1)[0] ?? '') ?? path;
      note('title', textOf(elements(html, 'title')[0]?.inner ?? ''), route);
      const description = elements(html, 'meta').find(
        ({ attributes }) => attributes.get('name') === 'description',
      );
      if (description) note('description', description.attributes.get('content') ?? '', route);
    }
    for (const texts of Object.values(routesOf)) {
      expect(
        [...texts].filter(([, routes]) => routes.size > 1).map(([text, routes]) => `${text}: ${[...routes]}`),
      ).toEqual([]);
    }
  });

  it('leads to accessible pages in both themes and at 320 px', { timeout: 240_000 }, async () => {
    const { context, cookie } = await contextOf(viewer);
    const answers = [...(visited.get(viewer)?.values() ?? [])];
    if (viewer === 'visitor')
      answers.unshift(...(await Promise.all(ERROR_PAGES.map((url) => ask(site.server.url, url, cookie)))));
    const kinds = new Map<string, Answer>();
    for (const answer of answers) {
      // An empty list and a filled one of the same route are different pages.
      const kind = `${kindOf(answer.path)} ${answer.status} ${answer.html.includes('class="empty"')}`;
      if (answer.html && !kinds.has(kind)) kinds.set(kind, answer);
    }
    const found: string[] = [];
    const page = await context.newPage();
    for (const { path, html } of kinds.values())
      found.push(...(await openAndInspect(page, site.server.url, path, html)));
    await context.close();
    expect(found).toEqual([]);
  });
});

it('issuing, look-up, payment and refund are accessible', async () => {
  const found: string[] = [];
  const { context: issuer } = await contextOf('issuer');
  const desk = await issuer.newPage();
  await desk.goto(`${site.server.url}/admin/issue-certificate`);
  await desk.getByLabel('Student Email').fill('ingrid@students.example');
  await desk.getByLabel('Student Name').fill('Ingrid Sørensen');
  await desk.getByLabel('Course Name').fill('Distributed Systems');
  await desk.getByLabel('Issue Date').fill('2026-02-28');
  await desk.getByRole('button', { name: 'Issue Certificate' }).click();
  await desk.getByRole('link', { name: 'View PDF' }).waitFor();
  found.push(...(await inspect(desk, 'a certificate issued')));
  const uniqueId = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(await desk.locator('main').innerText())?.[0] ?? '';
  await issuer.close();

  const holder = await site.browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  const own = await holder.newPage();
  await own.goto(`${site.server.url}/my-certificates`);
  await own.getByLabel('Email').fill('ingrid@students.example');
  await own.getByRole('button', { name: 'Send link' }).click();
  await own.locator('.toast', { hasText: 'on its way' }).first().waitFor();
  await own.goto(`${site.server.url}/dev/mail`);
  await own.getByRole('link', { name: 'Your certificates', exact: true }).first().click();
  await own.getByRole('link', { name: '/holder/' }).click();
  await own.waitForURL(`${site.server.url}/my-certificates`);
  found.push(...(await inspect(own, 'the certificates of a holder')));
  await own.getByRole('link', { name: 'Distributed Systems' }).first().click();
  await own.waitForURL(`${site.server.url}/my-certificates/*`);
  found.push(...(await inspect(own, 'a certificate of a holder')));
  await own.getByLabel('Anyone with the link').check();
  await own.getByLabel('Allow PDF download').check();
  await own
    .locator('form', { has: own.getByLabel('Anyone with the link') })
    .getByRole('button', { name: 'Save' })
    .click();
  const link = own.locator('main a[href*="/c/"]').first();
  await link.waitFor();
  found.push(...(await inspect(own, 'a shared certificate of a holder')));
  await own.goto((await link.getAttribute('href')) ?? '');
  found.push(...(await inspect(own, 'a shared page')));
  await holder.close();

  const { context: verifier } = await contextOf('newcomer');
  const page = await verifier.newPage();
  await page.goto(`${site.server.url}/my-certificates`);
  await page.getByLabel('Email').fill('ingrid@students.example');
  await page.getByRole('button', { name: 'Add address' }).click();
  await page.locator('.toast', { hasText: 'on its way' }).first().waitFor();
  await page.goto(`${site.server.url}/dev/mail`);
  await page.getByRole('link', { name: 'Please confirm your address' }).first().click();
  await page.getByRole('link', { name: '/my-certificates/addresses/' }).click();
  await page.getByRole('button', { name: 'Add address' }).waitFor();
  found.push(...(await inspect(page, 'an address to add')));
  await page.getByRole('button', { name: 'Add address' }).click();
  await page.getByRole('button', { name: 'Remove ingrid@students.example' }).waitFor();
  found.push(...(await inspect(page, 'certificates of several addresses')));
  await page.goto(`${site.server.url}/verify`);
  await page.getByPlaceholder('Enter certificate ID').fill(uniqueId);
  await page.getByRole('button', { name: 'Pay to Verify' }).click();
  await page.waitForURL(`${site.server.url}/verify/payment`);
  found.push(...(await inspect(page, 'a payment')));
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await page.getByPlaceholder('Valid Card Number').fill('4000 0000 0000 0002');
  await page.getByPlaceholder('MM').fill('13');
  await page.getByPlaceholder('YY').fill('39');
  await page.getByPlaceholder('CV').fill('123');
  await pay.click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  found.push(...(await inspect(page, 'a payment refused')));
  await page.getByPlaceholder('Valid Card Number').fill('4242 4242 4242 4242');
  await page.getByPlaceholder('MM').fill('12');
  await page.getByPlaceholder('YY').fill('39');
  await page.getByPlaceholder('CV').fill('123');
  await pay.click();
  await page.getByText("Payment Successful! Here's your Certificate").waitFor();
  found.push(...(await inspect(page, 'a payment made')));
  for (const path of [`/tracing?id=${uniqueId}`, `/tracking?id=${uniqueId}`]) {
    await page.goto(site.server.url + path);
    await page.locator('main').getByText(uniqueId).first().waitFor();
    found.push(...(await inspect(page, path)));
  }
  const credential = await verifier.request.get(`${site.server.url}/certificates/${uniqueId}.json`);
  await page.goto(`${site.server.url}/authentication`);
  await page.locator('input[type="file"]').setInputFiles({
    name: 'certificate.json',
    mimeType: 'application/json',
    buffer: await credential.body(),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.locator('main summary', { hasText: 'Details' }).click();
  await page.getByText('It is not revoked.').waitFor();
  found.push(...(await inspect(page, 'a checked file')));
  await verifier.close();

  const { context: superAdmin } = await contextOf('super admin');
  const office = await superAdmin.newPage();
  await office.goto(`${site.server.url}/superadmin/payments`);
  await office.locator('main a[href^="/superadmin/payments/"]:not([href$="/receipts"])').first().click();
  await office.getByLabel('Reason').fill('Paid twice');
  await office.getByRole('button', { name: 'Refund' }).click();
  // A reload would cancel the request.
  await office.locator('.toast', { hasText: 'refunded' }).first().waitFor();
  const note = office.getByRole('link', { name: 'Credit note' });
  await expect
    .poll(async () => {
      await office.reload();
      return note.count();
    })
    .toBe(1);
  await note.click();
  await office.waitForURL(`${site.server.url}/verify/credit-notes/*`);
  found.push(...(await inspect(office, 'a credit note')));
  await superAdmin.close();
  expect(found).toEqual([]);
});

it('revoking a selection and checking a batch are accessible', async () => {
  const found: string[] = [];
  for (const [viewer, area] of [
    ['issuer', 'admin'],
    ['super admin', 'superadmin'],
  ] as const) {
    const { context } = await contextOf(viewer);
    const page = await context.newPage();
    await page.goto(`${site.server.url}/${area}/issued-certificates`);
    await page.locator('input[type="checkbox"][name="id"]').first().check();
    await page.getByRole('button', { name: 'Revoke selected' }).click();
    await page.getByRole('heading', { name: 'Revoke certificate' }).waitFor();
    found.push(...(await inspect(page, `a selection of the ${viewer}`)));
    await context.close();
  }
  const { context } = await contextOf('issuer');
  const page = await context.newPage();
  await page.goto(`${site.server.url}/admin/batches`);
  await page.getByLabel('File with the list').setInputFiles({
    name: 'class.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name;Post;Date;A column with a long name\nAda;ada@students.example;02/03/2026;A long value in a cell',
    ),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.waitForURL(/\/columns$/);
  found.push(...(await inspect(page, 'the columns of a list')));
  await page.goto(`${site.server.url}/admin/batches`);
  const rows = ['studentName,studentEmail,courseName,issueDate', 'Ada,ada@students.example,Logic,2026-02-28'];
  await page.getByLabel('File with the list').setInputFiles({
    name: 'class.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([...rows, 'Bob,not an address,Logic,2026-02-30'].join('\n')),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.waitForURL(/\/admin\/batches\/[^/]+$/);
  found.push(...(await inspect(page, 'a batch')));
  await context.close();
  expect(found).toEqual([]);
});

it('setting a second factor up and logging in with it are accessible', async () => {
  const found: string[] = [];
  const { context } = await contextOf('newcomer');
  const page = await context.newPage();
  await page.goto(`${site.server.url}/settings/second-factor`);
  const secret = (await page.locator('ol code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  found.push(...(await inspect(page, 'recovery codes')));
  await context.clearCookies();
  await page.goto(site.server.url);
  await page.getByLabel('Email').fill(NEWCOMER.email);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login Now' }).click();
  await page.waitForURL(`${site.server.url}/second-factor`);
  found.push(...(await inspect(page, 'the second step of a login')));
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('This code is not valid.').first().waitFor();
  found.push(...(await inspect(page, 'a refused code')));
  await context.close();
  expect(found).toEqual([]);
});

it('webhooks with their deliveries are accessible', async () => {
  const found: string[] = [];
  const { context } = await contextOf('issuer');
  const page = await context.newPage();
  await page.goto(`${site.server.url}/settings/webhooks`);
  found.push(...(await inspect(page, 'no webhook')));
  // Nothing listens there.
  const url = `https://127.0.0.1:9/hooks/${'certificates-of-the-institute-'.repeat(5)}`;
  await page.getByLabel('URL').fill(url);
  await page.getByLabel('A certificate is issued').check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.locator('code.secret').waitFor();
  found.push(...(await inspect(page, 'a new webhook')));
  await page.getByRole('link', { name: url }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Given up').waitFor();
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.locator('code.secret').waitFor();
  found.push(...(await inspect(page, 'a webhook that fails, with a new secret')));
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('This webhook is off').waitFor();
  found.push(...(await inspect(page, 'a webhook that is off')));
  await context.close();
  expect(found).toEqual([]);
});

it('pages that no link leads to are accessible', async () => {
  const found: string[] = [];
  const inspectAt = async (viewer: Viewer, paths: string[]) => {
    const { context } = await contextOf(viewer);
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(site.server.url + path);
      found.push(...(await inspect(page, path)));
    }
    return { context, page };
  };
  // What the mailed link and the list lead to is gone.
  const office = await inspectAt('super admin', ['/superadmin/accounts/none/second-factor-reset']);
  await office.context.close();
  const { context, page } = await inspectAt('individual', [
    '/settings/proof',
    '/settings/email/an-old-token',
    '/settings/webhooks/none',
    '/settings/delete-account',
  ]);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL(`${site.server.url}/settings/keep-account`);
  found.push(...(await inspect(page, 'an account that will be deleted')));
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.waitForURL(`${site.server.url}/settings`);
  await context.close();
  expect(found).toEqual([]);
});

it('a certificate that waits is accessible', async () => {
  const { context } = await contextOf('issuer');
  const page = await context.newPage();
  await page.goto(`${site.server.url}/settings`);
  await page.getByLabel('Minutes that new certificates wait').fill('60');
  await page.getByRole('button', { name: 'Save waiting time' }).click();
  await page.getByText('Your waiting time was saved.').first().waitFor();
  await page.goto(`${site.server.url}/admin/issue-certificate`);
  await page.getByLabel('Student Email').fill('astrid@students.example');
  await page.getByLabel('Student Name').fill('Astrid Holm');
  await page.getByLabel('Course Name').fill('Harmony');
  await page.getByLabel('Issue Date').fill('2026-02-28');
  await page.getByRole('button', { name: 'Issue Certificate' }).click();
  await page.getByText('Certificate scheduled.').first().waitFor();
  const found = await inspect(page, 'a scheduled certificate');
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await page.waitForURL(/\/scheduled$/);
  found.push(...(await inspect(page, 'the form of a scheduled certificate')));
  await page.goto(`${site.server.url}/admin/issued-certificates?state=scheduled`);
  found.push(...(await inspect(page, 'the scheduled certificates')));
  await context.close();
  expect(found).toEqual([]);
});

it('inspects every page of app/routes.ts', () => {
  expect(PAGE_ROUTES.filter((route) => !wasInspected(route))).toEqual([]);
});
