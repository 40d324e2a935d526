import { expect, it } from 'vitest';
import {
  mailedToken,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { browserSession, fetchPage } from '#tests/support/handler.ts';

it('leads from registering over the mailed link to a session, and out again', async () => {
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
    const verified = await browser.fetch(link);
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

it('keeps what was entered, but no password, and marks the first bad field', async () => {
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
])('says at %s what is missing', async (path, form, message) => {
  const answer = await fetchPage(path, { form: form as Record<string, string> });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(new RegExp(`role="alert"[^>]*>.*<p>${message}</p>`));
});

it('lets issuers in by username or email, and super admins by two passwords', async () => {
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

it.each([
  ['/verify', '/verify'],
  ['/course/1?x=2', '/course/1?x=2'],
  ['//evil.example', '/services'],
  ['/\\evil.example', '/services'],
  ['https://evil.example/', '/services'],
  ['javascript:alert(1)', '/services'],
  ['/%0d%0aSet-Cookie:x=1\r\n', '/services'],
])('goes after a login asked back to %j on to %j', async (target, expected) => {
  const { email } = await makeVerifier();
  const answer = await fetchPage(`/?redirectTo=${encodeURIComponent(target)}`, {
    form: { email, password: PASSWORD },
  });
  expect(await answer.text()).toContain(`content="1;url=${expected.replace('&', '&amp;')}"`);
});

it('ends the session that a browser already has when somebody logs in', async () => {
  const [first, second] = [await makeVerifier(), await makeVerifier()];
  const browser = browserSession();
  await browser.fetch('/', { form: { email: first.email, password: PASSWORD } });
  const old = browser.cookie;
  await browser.fetch('/', { form: { email: second.email, password: PASSWORD } });
  expect(browser.cookie).not.toBe(old);
  expect((await fetchPage('/dashboard', { cookie: old })).headers.get('location')).toContain('redirectTo');
});

it('answers unknown addresses with its own page', async () => {
  const answer = await fetchPage('/no/such/page');
  expect(answer.status).toBe(404);
  const page = await answer.text();
  expect(page).toContain('Oops! The page you’re looking for doesn’t exist.');
  expect(page).toContain('Go back to Login');
});
