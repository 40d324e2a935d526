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
  it('takes nothing but forms', async () => {
    const json = await fetchPage(path, { body: '{}', headers: { 'content-type': 'application/json' } });
    expect(json.status).toBe(415);
    await json.text();
  });

  it('refuses a form that does not parse', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await fetchPage(path, { body: '--x\r\nfoo', headers });
    expect(broken.status).toBe(400);
    await broken.text();
  });

  // An index is read as the length of an array by whoever takes names for paths: this one request hung the server.
  it.each(['email[99999999]', 'name[9999999][9999999]', 'a.b', '__proto__[x]', '__intent__', '__state__'])(
    'refuses a field called %s at once',
    async (name) => {
      const started = performance.now();
      const refused = await fetchPage(path, { form: { [name]: '1', password: 'x' } });
      expect(refused.status).toBe(400);
      await refused.text();
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );

  it('refuses a form of thousands of fields', async () => {
    const refused = await fetchPage(path, { body: 'a=1&'.repeat(10_000), headers: URL_ENCODED });
    expect(refused.status).toBe(400);
    await refused.text();
  });

  it('answers files and lists in place of texts with 400 or a page, never a crash', async () => {
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

it('reads no more of a form than of any other where uploads go too', async () => {
  const { cookie } = await makeIssuer();
  const body = `--x\r\ncontent-disposition: form-data; name="id"\r\n\r\n${'x'.repeat(2_000_000)}\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const refused = await fetchPage('/admin/courses', { body, headers, cookie });
  expect(refused.status).toBe(413);
  await refused.text();
});

it('knows no change of a course by the name of what every object has', async () => {
  const { cookie } = await makeIssuer();
  const refused = await fetchPage('/admin/course-videos?courseId=x', {
    form: { intent: 'constructor', courseId: 'x' },
    cookie,
  });
  expect(refused.status).toBe(400);
  await refused.text();
});
