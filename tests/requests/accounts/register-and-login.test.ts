import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import {
  mailedToken,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';

it('registers, verifies the address, logs in and logs out', async () => {
  const browser = browserSession();
  const registered = await browser.fetch('/register', {
    form: { name: 'Ada Lovelace', email: 'Ada@Example.org', password: PASSWORD, role: 'individual' },
  });
  expect(registered.status).toBe(200);
  const page = await registered.text();
  expect(page).toContain('Please verify your email!');
  expect(page).toMatch(/<noscript><meta http-equiv="refresh" content="2;url=\/"/i);

  const unverified = await browser.fetch('/', { form: { email: 'ada@example.org', password: PASSWORD } });
  expect(unverified.status).toBe(403);
  expect(await unverified.text()).toContain('Send the mail again');

  const link = `/verify/${mailedToken('ada@example.org', 'verify')}`;
  for (const _ of [1, 2]) {
    const verified = await browser.fetch(link, { method: 'POST' });
    expect(verified.status).toBe(200);
    expect(await verified.text()).toContain('Email verified successfully!');
  }

  const login = await browser.fetch('/', { form: { email: 'ada@example.org', password: PASSWORD } });
  expect(login.status).toBe(200);
  const welcome = await login.text();
  expect(welcome).toContain('Login successful!');
  expect(welcome).toMatch(/<noscript><meta http-equiv="refresh" content="1;url=\/services"/i);
  expect(browser.cookies.get('certrace_session')).toMatch(/^[\w-]{43}$/);
  expect((await browser.fetch('/dashboard')).headers.get('location')).toBe('/services');

  const before = browser.cookie;
  expect((await browser.fetch('/logout', { method: 'POST' })).headers.get('location')).toBe('/');
  expect(browser.cookies.has('certrace_session')).toBe(false);
  const gone = await fetchPage('/dashboard', { cookie: before });
  expect(gone.headers.get('location')).toBe('/?redirectTo=%2Fdashboard');
});

it('does not verify an address when a mail scanner opens the link', async () => {
  const { email } = await makeVerifier({ verified: false });
  const token = mailedToken(email, 'verify');
  for (const [method, path] of [
    ['GET', `/verify/${token}`],
    ['HEAD', `/verify/${token}`],
    ['GET', `/verify/${token}.data`],
    ['HEAD', `/api/v1/users/verify/${token}`],
  ] as const) {
    expect((await fetchPage(path, { method })).status).toBe(200);
    expect((await fetchPage('/', { form: { email, password: PASSWORD } })).status).toBe(403);
  }
  const dead = await fetchPage(`/verify/${'x'.repeat(43)}`);
  expect([dead.status, (await dead.text()).includes('Verification failed')]).toEqual([400, true]);

  const foreign = await fetchPage(`/verify/${token}`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
  expect((await fetchApi(`users/verify/${token}`)).status).toBe(200);
  expect((await fetchPage('/', { form: { email, password: PASSWORD } })).status).toBe(200);
});

it('leads from a scanned QR code through registration to its certificate', async () => {
  const wanted = '/verify?id=7K3M-9QZX-2HVB-4TND';
  const kept = `redirectTo=${encodeURIComponent(wanted)}`;
  const browser = browserSession();
  const path = `/?${kept}`;
  expect(await (await browser.fetch(wanted)).text()).toContain(`href="${path}"`);
  const start = await (await browser.fetch(path)).text();
  expect(start).toContain('Log in or register to look it up.');
  expect(await (await browser.fetch('/')).text()).not.toContain('Log in or register to look it up.');
  for (const page of ['/register', '/forgot-password', '/api/v1/auth/google'])
    expect(start).toContain(`href="${page}?${kept}"`);

  const email = 'scanner@example.org';
  const form = { name: 'Scanner', email, password: PASSWORD, role: 'corporate' };
  const registered = await (await browser.fetch(`/register?${kept}`, { form })).text();
  expect(registered).toContain(`content="2;url=/?${kept}"`);
  const unverified = await browser.fetch(`/?${kept}`, { form: { email, password: PASSWORD } });
  expect(await unverified.text()).toContain(`action="/resend-verification?${kept}"`);
  await browser.fetch(`/resend-verification?${kept}`, { form: { email } });

  const links = mailsTo(email).map(
    ({ text }) => /http:\/\/localhost:3000(\/verify\/\S+)/.exec(text)?.[1] ?? '',
  );
  expect(links).toHaveLength(2);
  for (const link of links) {
    expect(link).toMatch(/^\/verify\/[\w-]{43}\?redirectTo=/);
    const verified = await browser.fetch(link, { method: 'POST' });
    expect(await verified.text()).toContain(`content="2;url=/?${kept}"`);
  }
  const login = await browser.fetch(`/?${kept}`, { form: { email, password: PASSWORD } });
  expect(await login.text()).toContain(`content="1;url=${wanted}"`);
  expect(await (await browser.fetch(wanted)).text()).toContain('value="7K3M-9QZX-2HVB-4TND"');
});

it('keeps redirects to other sites out of mailed links', async () => {
  for (const [n, target] of ['https://evil.example/', '//evil.example', '/\\evil.example'].entries()) {
    const email = `person${n}@example.org`;
    const form = { name: 'Ada', email, password: PASSWORD, role: 'individual' };
    const answer = await fetchPage(`/register?redirectTo=${encodeURIComponent(target)}`, { form });
    expect(await answer.text()).toContain('content="2;url=/"');
    const mail = db().select().from(outbox).where(eq(outbox.toAddress, email)).get();
    expect(mail?.text).not.toContain('evil');
  }
});

it('keeps the input without the password, and marks the invalid field', async () => {
  const refused = await fetchPage('/register', {
    form: { name: 'Ada', email: 'not an address', password: 'secret-and-long', role: 'corporate' },
  });
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain('value="not an address"');
  expect(page).toContain('Email must be a valid email address.');
  expect(page).not.toContain('secret-and-long');
  expect(page).toMatch(
    /<input[^>]*name="email"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="email"/,
  );
});

it.each([
  ['/', { email: '', password: '' }, 'Please fill in all fields'],
  [
    '/register',
    { name: 'Ada', email: 'a@example.org', password: 'long enough one' },
    'Please fill in all fields.',
  ],
  ['/admin-login/admincredentials', { username: 'ada' }, 'Please fill in all fields'],
  ['/superadmin-login', { userId: 'root', password1: 'x' }, 'Please fill in all fields'],
])('names missing fields on %s', async (path, form, message) => {
  const answer = await fetchPage(path, { form: form as Record<string, string> });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(new RegExp(`role="alert"[^>]*>.*<p>${message}</p>`));
});

it('logs issuers in by username or email, and super admins by two passwords', async () => {
  const issuer = await makeIssuer({ name: 'Grace Hopper' });
  for (const username of [issuer.username, issuer.email, issuer.email.toUpperCase()]) {
    const answer = await fetchPage('/admin-login/admincredentials', {
      form: { username, password: PASSWORD },
    });
    expect(await answer.text()).toContain('url=/admin/issued-certificates');
  }
  const { username: userId } = await makeSuperAdmin();
  const [password1, password2] = SUPER_ADMIN_PASSWORDS;
  const answer = await fetchPage('/superadmin-login', { form: { userId, password1, password2 } });
  expect(await answer.text()).toContain('url=/superadmin/issued-certificates');
});

it('redirects issuers who log in at / to their dashboard', async () => {
  const { email } = await makeIssuer();
  const answer = await fetchPage('/', { form: { email, password: PASSWORD } });
  expect(await answer.text()).toContain('content="1;url=/dashboard"');
});

it.each([
  ['/verify', '/verify'],
  ['/course/1?x=2', '/course/1?x=2'],
  ['//evil.example', '/services'],
  ['/\\evil.example', '/services'],
  ['https://evil.example/', '/services'],
  ['javascript:alert(1)', '/services'],
  ['/%0d%0aSet-Cookie:x=1\r\n', '/services'],
])('redirects a login with redirectTo=%j to %j', async (target, expected) => {
  const { email } = await makeVerifier();
  const answer = await fetchPage(`/?redirectTo=${encodeURIComponent(target)}`, {
    form: { email, password: PASSWORD },
  });
  expect(await answer.text()).toContain(`content="1;url=${expected.replace('&', '&amp;')}"`);
});

it('ends the previous session of the browser at login', async () => {
  const [first, second] = [await makeVerifier(), await makeVerifier()];
  const browser = browserSession();
  await browser.fetch('/', { form: { email: first.email, password: PASSWORD } });
  const old = browser.cookie;
  await browser.fetch('/', { form: { email: second.email, password: PASSWORD } });
  expect(browser.cookie).not.toBe(old);
  expect((await fetchPage('/dashboard', { cookie: old })).headers.get('location')).toContain('redirectTo');
});

it('shows a not-found page for unknown paths', async () => {
  const answer = await fetchPage('/no/such/page');
  expect(answer.status).toBe(404);
  const page = await answer.text();
  expect(page).toContain('Oops! The page you’re looking for doesn’t exist.');
  expect(page).toContain('Go back to Login');
});

it('leads from each login form to the home of the form and the role', async () => {
  const issuer = await makeIssuer();
  const target = async (path: string, form: Record<string, string>) =>
    /content="1;url=([^"]+)"/.exec(await (await fetchPage(path, { form })).text())?.[1];
  const office = '/admin-login/admincredentials';
  const credentials = { username: issuer.email, password: PASSWORD };
  expect(await target(office, credentials)).toBe('/admin/issued-certificates');
  expect(await target(`${office}?redirectTo=/admin/batches`, credentials)).toBe('/admin/batches');
  expect(await target('/', { email: issuer.email, password: PASSWORD })).toBe('/dashboard');
});
