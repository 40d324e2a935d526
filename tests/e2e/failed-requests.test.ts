import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, ISSUERS, SUPER_ADMIN, VERIFIERS } from '#app/sample/people.ts';
import { hydrated, openContext, sharedBrowser } from '#tests/support/browser.ts';
import { type ProxyMode, startFlakyProxy } from '#tests/support/flaky-proxy.ts';
import { logIn, PENDING_ISSUER, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, startSample } from '#tests/support/sample-site.ts';

let proxy: Awaited<ReturnType<typeof startFlakyProxy>>;
let server: Awaited<ReturnType<typeof startSample>>;
/** One page for all tests, because its process has compiled the scripts. */
let page: Page;
const cookies = new Map<Viewer, string>();
let people = 0;

beforeAll(async () => {
  proxy = await startFlakyProxy();
  server = await startSample({ env: { APP_URL: proxy.url } });
  proxy.forwardTo(server.port);
  const context = await openContext(await sharedBrowser());
  page = await context.newPage();
});
afterAll(async () => {
  await page?.context().close();
  await server?.stop();
  await proxy?.stop();
});

async function cookieOf(viewer: Viewer) {
  const known = cookies.get(viewer) ?? (await logIn(proxy.url, viewer));
  cookies.set(viewer, known);
  return known;
}

/** Opens a page with only this viewer's session, and waits until it is hydrated. */
async function open(viewer: Viewer, path: string) {
  proxy.setMode('up');
  await page.context().clearCookies();
  if (viewer !== 'visitor') await addSession(page.context(), proxy.url, await cookieOf(viewer));
  await page.goto(proxy.url + path);
  await hydrated(page, 'main');
}

/** Loads the code of the page that a link leads to, as a browser does while the pointer is on the link. */
async function preloadCode(pattern: string, link: Locator) {
  const [element] = await link.elementHandles();
  await page.waitForFunction(
    ([wanted, target]) => {
      // The page listens from an effect, which runs after hydration. A pointer that moves sends this event again and again.
      target?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      type Route = { path?: string; module: string; imports: string[] };
      type Manifest = { routes: Record<string, Route> };
      const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest;
      const route = Object.values(routes).find(({ path }) => `/${path}` === wanted);
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      return route !== undefined && [route.module, ...route.imports].every((file) => loaded.includes(file));
    },
    [pattern, element] as const,
  );
}

async function html(viewer: Viewer, path: string) {
  proxy.setMode('up');
  const response = await fetch(proxy.url + path, { headers: { Cookie: await cookieOf(viewer) } });
  return response.text();
}

/** Finds a mailed link in the mailbox that development serves. */
async function mailedLink(path: string) {
  const list = await html('super admin', '/dev/mail');
  for (const [, id] of list.matchAll(/href="\/dev\/mail\/([^"]+)"/g)) {
    const link = new RegExp(`/${path}/[\\w-]+`).exec(await html('super admin', `/dev/mail/${id}`));
    if (link) return link[0];
  }
  throw new Error(`No mail has a link to /${path}/`);
}

const FAILURES = [
  ['no response', 'dead'],
  ['a 502', '502'],
] as const;

type Form = {
  name: string;
  viewer?: Viewer;
  open: () => Promise<string> | string;
  fields: Record<string, string>;
  button: string;
  text: string;
  /** Resolves once the page shows that the second attempt worked. */
  done: (page: Page) => Promise<unknown>;
  prepare?: (page: Page) => Promise<unknown>;
  keeps?: (page: Page) => Promise<void>;
};

const toast = (text: string) => (page: Page) => page.locator('.toast', { hasText: text }).first().waitFor();
const CARD = {
  'Card Number': '4242 4242 4242 4242',
  'Expiry Month': '12',
  'Expiry Year': '39',
  'CV Code': '123',
};

/** How many times the form for issuing was opened; gives each certificate a student of its own. */
let students = 0;
const found: string[] = [];
async function certificateId(index: number) {
  if (found[index]) return found[index];
  const ids = (await html('issuer', '/admin/issued-certificates')).match(
    /\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b/g,
  );
  found.push(...new Set(ids));
  return found[index] ?? '';
}

const FORMS: Form[] = [
  {
    name: 'login',
    open: () => '/',
    fields: { Email: VERIFIERS[1].email, Password: DEMO_PASSWORD },
    button: 'Login Now',
    text: 'Login failed.',
    done: toast('Login successful!'),
  },
  {
    name: 'admin login',
    open: () => '/admin-login/admincredentials',
    fields: { Username: ISSUERS[0].email, Password: DEMO_PASSWORD },
    button: 'Login',
    text: 'Login failed.',
    done: toast('Login successful!'),
  },
  {
    name: 'super admin login',
    open: () => '/superadmin-login',
    fields: {
      'Super Admin ID': SUPER_ADMIN.id,
      'Password 1': SUPER_ADMIN.password1,
      'Password 2': SUPER_ADMIN.password2,
    },
    button: 'Login',
    text: 'Login failed.',
    done: toast('Login successful!'),
  },
  {
    name: 'registration',
    open: () => '/register',
    fields: { 'Full name': 'Ada Lovelace', Email: 'ada@example.org', Password: 'blue-heron-over-fen' },
    prepare: async (page) => {
      people += 1;
      await page.getByLabel('Email').fill(`ada${people}@example.org`);
      await page.getByLabel('Corporate').check();
    },
    keeps: async (page) => expect(await page.getByLabel('Corporate').isChecked()).toBe(true),
    button: 'Register Now',
    text: 'Registration failed. It may have been done nevertheless. Look here before you try again: your mailbox.',
    done: toast('Please verify your email!'),
  },
  {
    name: 'forgotten password',
    open: () => '/forgot-password',
    fields: { Email: PENDING_ISSUER.email },
    button: 'Send Reset Link',
    text: 'Error sending reset link.',
    done: toast('Reset link sent successfully!'),
  },
  {
    name: 'new password',
    open: async () => {
      proxy.setMode('up');
      await fetch(`${proxy.url}/api/v1/users/forgot-password`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: PENDING_ISSUER.email }),
      });
      return mailedLink('reset-password');
    },
    fields: { 'New password': 'a wholly new password' },
    button: 'Reset Password',
    text: 'Error connecting to server.',
    done: toast('Password reset successful!'),
  },
  {
    name: 'look-up',
    viewer: 'corporate',
    open: async () => `/verify?id=${await certificateId(0)}`,
    fields: {},
    keeps: async (page) =>
      expect(await page.getByLabel('Certificate ID').inputValue()).toBe(await certificateId(0)),
    button: 'Pay to Verify',
    text: 'Something went wrong.',
    done: toast('Certificate found! Proceed to payment'),
  },
  {
    name: 'issuing',
    viewer: 'issuer',
    open: () => {
      students += 1;
      return '/admin/issue-certificate';
    },
    // A new student each time, because issuing a duplicate asks for confirmation.
    get fields() {
      return {
        'Student Email': `ingrid${students}@students.example`,
        'Student Name': 'Ingrid Sørensen',
        'Course Name': 'Distributed Systems',
        'Issue Date': '2026-02-28',
      };
    },
    button: 'Issue Certificate',
    text: 'An error occurred. It may have been done nevertheless. Look here before you try again: Issued Certificates.',
    done: toast('Certificate issued successfully!'),
  },
  {
    name: 'publishing a course',
    viewer: 'issuer',
    open: () => '/admin/create-course',
    fields: { 'Course Title': 'Clocks', Description: 'Time and order.' },
    prepare: (page) =>
      page.locator('input[type="file"]').setInputFiles({
        name: 'clocks.png',
        mimeType: 'image/png',
        buffer: readFileSync('public/brand/open-graph.png'),
      }),
    keeps: async (page) =>
      expect(
        await page.locator('input[type="file"]').evaluate((input: HTMLInputElement) => input.files?.length),
      ).toBe(1),
    button: 'Publish Course',
    text: 'Error publishing course. It may have been done nevertheless. Look here before you try again: Courses.',
    done: toast('Course published successfully!'),
  },
  {
    name: 'settings',
    viewer: 'corporate',
    open: () => '/settings',
    fields: { 'Full name': 'Another Name' },
    button: 'Save name',
    text: 'The server did not answer. Please try again. It may have been done nevertheless.',
    done: (page) => page.locator('.toast[data-tone="success"]').waitFor(),
  },
];

async function failsOnceThenWorks(form: Form, mode: ProxyMode) {
  const kept = new Map<string, string>();
  for (const [label, value] of Object.entries(form.fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await form.prepare?.(page);
  for (const label of Object.keys(form.fields))
    kept.set(label, await page.getByLabel(label, { exact: true }).inputValue());
  const { pathname } = new URL(page.url());
  const button = page.getByRole('button', { name: form.button, exact: true });
  proxy.setMode(mode);
  await button.click();
  await page.locator('main .alert[role="alert"]', { hasText: form.text }).waitFor();
  for (const [label, value] of kept)
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  await form.keeps?.(page);
  expect(new URL(page.url()).pathname).toBe(pathname);
  proxy.setMode('up');
  await button.click();
  await form.done(page);
}

describe.each(FAILURES)('a request that gets %s', (_, mode) => {
  it.each(FORMS.map((form) => [form.name, form] as const))(
    'keeps the input and can be retried: %s',
    async (_name, form) => {
      await open(form.viewer ?? 'visitor', await form.open());
      await failsOnceThenWorks(form, mode);
    },
  );

  it('keeps the card fields of a payment and can be retried', async () => {
    const id = await certificateId(mode === 'dead' ? 1 : 2);
    await open('newcomer', `/verify?id=${id}`);
    await page.getByRole('button', { name: 'Pay to Verify' }).click();
    await page.waitForURL(`${proxy.url}/verify/payment`);
    await page.getByRole('heading', { name: 'Payment Details' }).waitFor();
    await failsOnceThenWorks(
      {
        name: 'payment',
        open: () => '/verify/payment',
        fields: CARD,
        button: 'Pay',
        text: 'Payment failed',
        done: (shown) => shown.getByRole('heading', { name: /Payment Successful!/ }).waitFor(),
      },
      mode,
    );
  });

  it.each([
    ['module', 'Failed to delete module: The server did not answer.'],
    ['lesson', 'Failed to delete lesson. Please try again.'],
    ['course', 'The server did not answer. Please try again.'],
  ])('deletes no %s and can be retried', async (kind, text) => {
    await open('issuer', '/admin/courses');
    if (kind !== 'course') {
      await page.locator('a[href*="course-videos"]').last().click();
      await page.getByText('Manage your course content and lessons').waitFor();
    }
    const parameter = { module: 'deleteModule', lesson: 'deleteLesson', course: 'delete' }[kind];
    const links = page.locator(`main a[href*="${parameter}="]`);
    const before = await links.count();
    await links.filter({ visible: true }).last().click();
    proxy.setMode(mode);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const alert = page.locator('main .alert[role="alert"]', { hasText: text });
    await alert.waitFor();
    expect(await links.count()).toBe(before);
    expect(await page.locator('[data-leaving]').count()).toBe(0);
    proxy.setMode('up');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await toast('deleted successfully!')(page);
    await expect.poll(() => links.count()).toBe(before - 1);
    expect(await alert.count()).toBe(0);
  });

  it.each([
    ['issuer', '/admin/courses', '/admin/issued-certificates', 'Failed to fetch issued certificates.'],
    [
      'super admin',
      '/superadmin/issued-certificates',
      '/superadmin/verified-certificates',
      'Failed to fetch verified certificates',
    ],
    ['corporate', '/services', '/colleges', 'The server did not answer.'],
  ] as const)(
    'shows an alert instead of the next page, as %s from %s to %s',
    async (viewer, from, to, text) => {
      await open(viewer, from);
      await preloadCode(to, page.locator(`#sidebar a[href="${to}"]`));
      proxy.setMode(mode);
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      const link = page.locator(`#sidebar a[href="${to}"]`);
      if (!(await link.isVisible())) await page.locator('#sidebar summary').click();
      await link.click();
      const alert = page.locator('main .alert[role="alert"]', { hasText: text });
      await alert.waitFor();
      const heading = (await page.locator('h1').textContent()) ?? '';
      expect((await page.title()).toLowerCase()).toContain(`${heading} · Certrace`.toLowerCase());
      expect(await page.locator('#sidebar').isVisible()).toBe(true);
      proxy.setMode('up');
      await alert.getByRole('link', { name: 'Try again' }).click();
      await alert.waitFor({ state: 'detached' });
      expect(page.url()).toBe(proxy.url + to);
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    },
  );

  it('keeps the page when the code of the next one does not load', async () => {
    const context = await openContext(await sharedBrowser());
    const tab = await context.newPage();
    await addSession(context, proxy.url, await cookieOf('corporate'));
    proxy.setMode('up');
    await tab.goto(`${proxy.url}/settings`);
    await hydrated(tab, 'main');
    await tab.evaluate(() => Object.assign(window, { sameDocument: true }));
    const name = tab.getByLabel('Full name');
    await name.fill('Half a name');
    proxy.setMode(mode);
    await tab.locator('#sidebar a[href="/colleges"]').click();
    const alert = tab.locator('main .alert[role="alert"]', { hasText: 'The server did not answer.' });
    await alert.waitFor();
    expect([new URL(tab.url()).pathname, await name.inputValue()]).toEqual(['/settings', 'Half a name']);
    proxy.setMode('up');
    await alert.getByRole('link', { name: 'Try again' }).click();
    await tab.getByRole('heading', { name: 'Colleges' }).waitFor();
    expect(await alert.count()).toBe(0);
    // Back leads to a page whose code is loaded.
    await tab.goBack();
    await name.waitFor();
    expect(await tab.evaluate(() => 'sameDocument' in window)).toBe(true);
    await context.close();
  });

  it('shows four sample courses with a notice instead of the catalogue', async () => {
    await open('corporate', '/services');
    await preloadCode('/courses', page.locator('#sidebar a[href="/courses"]'));
    proxy.setMode(mode);
    await page.locator('#sidebar a[href="/courses"]').click();
    const notice = page.getByRole('alert').filter({ hasText: 'These are sample courses.' });
    await notice.waitFor();
    expect(await page.locator('.course-card').count()).toBe(4);
    proxy.setMode('up');
    await notice.getByRole('link', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await page.locator('.course-card').count()).toBeGreaterThan(4);
  });
});

it.each([
  ['/', 'Login Now', 'Login failed.'],
  ['/admin-login/admincredentials', 'Login', 'Invalid response from server'],
  ['/superadmin-login', 'Login', 'Invalid response from server'],
  ['/forgot-password', 'Send Reset Link', 'Error sending reset link.'],
])('%s reports the response of a captive portal as a failure', async (path, button, text) => {
  await open('visitor', path);
  for (const field of await page.locator('main form input:not([type="hidden"])').all())
    await field.fill('ada@example.org');
  proxy.setMode('foreign');
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.locator('main .alert[role="alert"]', { hasText: text }).waitFor();
});

describe('a request that the server refuses before a route sees it', () => {
  it('says why, and keeps the input of a form', async () => {
    await open('visitor', '/register');
    const name = page.getByLabel('Full name', { exact: true });
    const text = 'A long name. '.repeat(10_000);
    await name.fill(text);
    await page.getByRole('button', { name: 'Register Now', exact: true }).click();
    await page.locator('main .alert[role="alert"]', { hasText: 'The request is too large.' }).waitFor();
    expect(await name.inputValue()).toBe(text);
  });

  it('says why, and shows no samples in place of courses', async () => {
    await open('corporate', '/services');
    await page.evaluate(() => {
      type Router = { navigate: (to: string) => Promise<void> };
      const { __reactRouterDataRouter } = window as unknown as { __reactRouterDataRouter: Router };
      void __reactRouterDataRouter.navigate(`/courses?q=${'x'.repeat(5_000)}`);
    });
    await page.locator('main .alert', { hasText: 'This address is too long.' }).waitFor();
    expect(await page.locator('.course-card').count()).toBe(0);
  });
});

it('opens the page of the last link, although the code of an earlier one arrives later', async () => {
  const context = await openContext(await sharedBrowser());
  const tab = await context.newPage();
  const errors: string[] = [];
  tab.on('pageerror', (error) => errors.push(String(error)));
  await addSession(context, proxy.url, await cookieOf('corporate'));
  proxy.setMode('up');
  await tab.goto(`${proxy.url}/settings`);
  await hydrated(tab, 'main');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await tab.route(/\/assets\/colleges-/, async (route) => {
    await held;
    await route.continue();
  });
  await tab.locator('#sidebar a[href="/colleges"]').click();
  await tab.locator('#sidebar a[href="/students"]').click();
  await tab.getByRole('heading', { name: 'Students', level: 1 }).waitFor();
  const arrived = tab.waitForResponse(/\/assets\/colleges-/);
  release();
  await (await arrived).finished();
  await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect([new URL(tab.url()).pathname, errors]).toEqual(['/students', []]);
  await context.close();
});

it('shows the frame and an error instead of a stack for data of another shape, as from an updated server', async () => {
  await open('corporate', '/courses');
  const path = await page.locator('main a[href^="/course/"]').first().getAttribute('href');
  await preloadCode('/course/:id', page.locator(`main a[href="${path}"]`).first());
  await page.route(`**${path}.data*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"course"', '"c"') });
  });
  await page.locator(`main a[href="${path}"]`).first().click();
  await page.getByRole('heading', { name: 'Something went wrong on our side' }).waitFor();
  await page.locator('#sidebar').waitFor();
  expect(await page.locator('body').textContent()).not.toMatch(/Application Error|TypeError|\bat \w+ \(/);
  await page.unrouteAll();
  await page.goBack();
  await page.getByRole('heading', { name: 'Available Courses' }).waitFor();
  expect(await page.title()).toContain('Certrace');
});
