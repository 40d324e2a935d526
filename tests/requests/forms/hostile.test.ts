import { describe, expect, it } from 'vitest';
import { makeIssuer } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

const PUBLIC_FORMS = [
  '/',
  '/register',
  '/forgot-password',
  '/reset-password/abc',
  '/resend-verification',
  '/superadmin-login',
  '/admin-login/admincredentials',
  '/contact',
  '/support',
  '/theme',
];

describe.each(PUBLIC_FORMS)('the form at %s', (path) => {
  it('rejects other content types', async () => {
    const json = await fetchPage(path, { body: '{}', headers: { 'content-type': 'application/json' } });
    expect(json.status).toBe(415);
    await json.text();
  });

  it('rejects a malformed form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await fetchPage(path, { body: '--x\r\nfoo', headers });
    expect(broken.status).toBe(400);
    await broken.text();
  });

  // A parser that reads names as paths takes an index for an array's length. One such request used to hang the server.
  it.each(['email[99999999]', 'name[9999999][9999999]', 'a.b', '__proto__[x]', '__intent__', '__state__'])(
    'rejects a field called %s within a second',
    async (name) => {
      const started = performance.now();
      const refused = await fetchPage(path, { form: { [name]: '1', password: 'x' } });
      expect(refused.status).toBe(400);
      await refused.text();
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );

  it('rejects a form with thousands of fields', async () => {
    const refused = await fetchPage(path, { body: 'a=1&'.repeat(10_000), headers: URL_ENCODED });
    expect(refused.status).toBe(400);
    await refused.text();
  });

  it('handles files and lists in place of texts without a 500', async () => {
    const form = new FormData();
    for (const name of ['name', 'email', 'username', 'userId', 'message', 'subject', 'redirectTo']) {
      form.append(name, new File(['x'], 'x.txt'));
      form.append(name, 'x');
    }
    const answer = await fetchPage(path, { form });
    expect(answer.status).toBeLessThan(500);
    await answer.text();
  });
});

const URL_ENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

it('limits forms without files to the usual size on pages that take uploads', async () => {
  const { cookie } = await makeIssuer();
  const body = `--x\r\ncontent-disposition: form-data; name="id"\r\n\r\n${'x'.repeat(2_000_000)}\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const refused = await fetchPage('/admin/courses', { body, headers, cookie });
  expect(refused.status).toBe(413);
  await refused.text();
});

it('rejects the name of a built-in property as an intent', async () => {
  const { cookie } = await makeIssuer();
  const refused = await fetchPage('/admin/course-videos?courseId=x', {
    form: { intent: 'constructor', courseId: 'x' },
    cookie,
  });
  expect(refused.status).toBe(400);
  await refused.text();
});
