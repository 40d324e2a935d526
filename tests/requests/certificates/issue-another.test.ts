import { beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '#app/shared/log.server.ts';
import { sqlite } from '#db/client.ts';
import { erase, HELD } from '#tests/support/erasures.ts';
import {
  certificateInput,
  makeCertificate,
  makeDesign,
  makeIssuer,
  PASSWORD,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { browserSession, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const FORM = '/admin/issue-certificate';
let issuer: Person;
beforeEach(async () => {
  issuer = await makeIssuer();
});

const open = async (after?: string, { cookie } = issuer) =>
  (
    await fetchPage(after === undefined ? FORM : `${FORM}?after=${encodeURIComponent(after)}`, { cookie })
  ).text();
/** The value of a text field or the chosen option of a select. */
const valueIn = (html: string, name: string) => {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>.*?</select>`, 's').exec(html)?.[0] ?? '';
  const option = /<option value="([^"]*)" selected/.exec(select)?.[1];
  return option ?? /value="([^"]*)"/.exec(input)?.[1] ?? '';
};
const NAMES = ['studentEmail', 'studentName', 'courseName', 'issueDate', 'expiryDate', 'expiresAfter'];
const entered = (html: string) => NAMES.map((name) => valueIn(html, name));
const EMPTY = ['', '', '', '', '', ''];
const KEPT = ['', '', 'Distributed Systems', '2026-02-28', '', ''];

describe('the form for another certificate', () => {
  it('has course, date and design of the last one, says so, and has neither its student nor its expiry', async () => {
    const designId = await makeDesign(issuer);
    const form = { ...certificateInput({ designId }), formKey: 'k' } as Record<string, string>;
    const issued = await (await fetchPage(FORM, { cookie: issuer.cookie, form })).text();
    const after = /after=([\w-]{19})"/.exec(issued)?.[1] ?? '';
    expect(issued).toContain(`href="/admin/issued-certificates/${after}"`);
    const html = await open(after);
    expect(entered(html)).toEqual(KEPT);
    expect(valueIn(html, 'designId')).toBe(designId);
    expect(html).toContain('Course, issue date and design are those of');
    expect(html).not.toContain('ingrid');
    // The second one has no expiry of the first.
    const second = { ...form, studentName: 'Ada', expiryDate: valueIn(html, 'expiryDate'), formKey: 'l' };
    const path = `${FORM}?after=${after}`;
    expect((await fetchPage(path, { cookie: issuer.cookie, form: second })).status).toBe(200);
    expect(
      sqlite().prepare("select expiry_date from certificates where student_name = 'Ada'").pluck().get(),
    ).toBeNull();
  });

  it('has what was entered after a refusal, not what it remembers', async () => {
    const { uniqueId } = await makeCertificate(issuer);
    const form = { ...certificateInput({ courseName: '', expiryDate: '' }), formKey: 'k' } as Record<
      string,
      string
    >;
    const refused = await fetchPage(`${FORM}?after=${uniqueId}`, { cookie: issuer.cookie, form });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).not.toContain('are those of');
    expect(entered(html)).toEqual([form.studentEmail, form.studentName, '', '2026-02-28', '', '']);
  });

  it('comes with the default in place of a retired design', async () => {
    const designId = await makeDesign(issuer);
    await makeDesign(issuer, { name: 'Another' });
    const { uniqueId } = await makeCertificate(issuer, { designId });
    sqlite().prepare('update designs set retired_at = 1 where id = ?').run(designId);
    expect(valueIn(await open(uniqueId), 'designId')).toBe('');
  });

  it('is empty after what is no certificate of the organisation', async () => {
    const other = await makeIssuer();
    const { uniqueId } = await makeCertificate(other);
    await payFor(issuer, uniqueId);
    for (const after of [uniqueId, '0000-0000-0000-0000', 'x'.repeat(500), '<script>', ''])
      expect([after, ...entered(await open(after))]).toEqual([after, ...EMPTY]);
  });

  it('is empty after one that was changed by SQL, and has no student of an erased one', async () => {
    const { uniqueId } = await makeCertificate(issuer, HELD);
    await erase(issuer);
    expect(entered(await open(uniqueId))).toEqual(KEPT);
    const { uniqueId: changed } = await makeCertificate(issuer);
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    sqlite().prepare("update certificates set course_name = 'Surgery' where student_email <> ''").run();
    expect(entered(await open(changed))).toEqual(EMPTY);
  });
});

it('is filled in again with what was entered when the session ended', async () => {
  const { uniqueId } = await makeCertificate(issuer);
  const path = `${FORM}?after=${uniqueId}`;
  const browser = browserSession();
  const login = (to: string) =>
    browser.fetch(to, { form: { username: issuer.email, email: issuer.email, password: PASSWORD } });
  await login(`/admin-login/admincredentials?redirectTo=${encodeURIComponent(path)}`);
  const shown = await (await browser.fetch(path)).text();
  const shownFor = /name="shownFor" value="([^"]*)"/.exec(shown)?.[1] ?? '';
  sqlite().exec('delete from sessions');
  const form = { ...certificateInput({ courseName: 'Law', expiryDate: '2031-01-31' }), shownFor };
  const refused = await browser.fetch(path, { form: form as Record<string, string> });
  expect(refused.status).toBe(302);
  await login(refused.headers.get('location') ?? '');
  const html = await (await browser.fetch(path)).text();
  expect(html).toContain('You were logged out. Nothing was lost.');
  expect(entered(html)).toEqual([form.studentEmail, form.studentName, 'Law', '2026-02-28', '2031-01-31', '']);
});

it('says to whom the mail went, as it was entered, and what became of it', async () => {
  const form = { ...certificateInput({ studentEmail: ' Ingrid@Students.Example ' }) } as Record<
    string,
    string
  >;
  const mailed = async (studentName: string) => {
    const answer = await fetchPage(FORM, { cookie: issuer.cookie, form: { ...form, studentName } });
    return (await answer.text()).replace(/<[^>]*>/g, '');
  };
  expect(await mailed('Ada')).toContain('The mail to Ingrid@Students.Example is in the mailbox.');
  testEnvironment({ SMTP_URL: 'smtp://127.0.0.1:9' });
  expect(await mailed('Bea')).toContain('Mail sent to Ingrid@Students.Example.');
});

it('offers the courses of the organisation, one spelling of each', async () => {
  for (const courseName of ['Algebra', 'ALGEBRA', 'Law', '<b>"Law"</b>'])
    await makeCertificate(issuer, { courseName });
  await makeCertificate(await makeIssuer(), { courseName: 'Surgery' });
  const html = await open();
  const list = /<datalist id="([^"]+)">(.*?)<\/datalist>/s.exec(html);
  expect(html).toContain(`list="${list?.[1]}"`);
  expect([...(list?.[2] ?? '').matchAll(/value="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    '&lt;b&gt;&quot;Law&quot;&lt;/b&gt;',
    'ALGEBRA',
    'Law',
  ]);
});
