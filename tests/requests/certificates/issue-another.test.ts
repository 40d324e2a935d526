import { beforeEach, describe, expect, it, vi } from 'vitest';
import { READY_FIELDS, type ReadyKey, readyDeclaration } from '#app/certificates/ready-fields.ts';
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
import { makeField } from '#tests/support/own-fields.ts';
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

  it('has the values of own fields that a class has in common, and names them', async () => {
    for (const key of Object.keys(READY_FIELDS) as ReadyKey[]) {
      const { name, kind, visibility } = readyDeclaration(key);
      makeField(issuer, key, { name, kind, visibility });
    }
    makeField(issuer, 'level', { kind: 'choice', name: 'Level', rules: { choices: ['A1', 'B2'] } });
    makeField(issuer, 'online', { kind: 'boolean', name: 'Online' });
    makeField(issuer, 'student', { name: 'Matriculation number', isSearched: true });
    makeField(issuer, 'note', { name: 'Internal note', visibility: [] });
    makeField(issuer, 'number', { kind: 'running', rules: { pattern: '{number}' } });
    const room = makeField(issuer, 'room', { name: 'Room' });
    const fields = {
      hours: 1.5,
      credits: 2,
      grade: 'good',
      score: 77,
      licenceNumber: 'L-1',
      birthDate: '2001-02-03',
      place: 'Oslo',
      instructor: 'Dr Li',
      remarks: 'On time',
      term: '2026',
      activityStart: '2026-01-02',
      activityEnd: '2026-02-03',
      level: 'B2',
      online: true,
      student: 'M-7',
      note: 'Paid',
      room: 'R12',
    };
    const { uniqueId } = await makeCertificate(issuer, { fields });
    // Another field of the key of a retired one is for others.
    sqlite().prepare('update certificate_fields set retired_at = 1 where id = ?').run(room.id);
    makeField(issuer, 'room', { name: 'Room', kind: 'number' });
    const html = await open(uniqueId);
    const kept = Object.keys(fields).map((key) => [key, valueIn(html, `fields.${key}`)]);
    expect(Object.fromEntries(kept.filter(([, value]) => value !== ''))).toEqual({
      hours: '1.5',
      credits: '2',
      place: 'Oslo',
      instructor: 'Dr Li',
      term: '2026',
      activityStart: '2026-01-02',
      activityEnd: '2026-02-03',
      level: 'B2',
      online: 'true',
    });
    expect(html.replace(/<[^>]*>/g, '')).toMatch(
      /Course, issue date, design and these fields are those of [\w-]{19}: Hours, Credits, Place, Instructor, Term, Start date, End date, Level, Online\./,
    );
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

  it('has them of one that waits', async () => {
    const designId = await makeDesign(issuer);
    makeField(issuer, 'hours', { kind: 'number', name: 'Hours' });
    const { cookie } = issuer;
    await fetchPage('/settings', { cookie, form: { intent: 'hold', holdMinutes: '10' } });
    const form = { ...certificateInput({ designId, 'fields.hours': '12' }), formKey: 'k' };
    const scheduled = await (await fetchPage(FORM, { cookie, form: form as Record<string, string> })).text();
    const after = /after=([\w-]{19})"/.exec(scheduled)?.[1] ?? '';
    const html = await open(after);
    expect(entered(html)).toEqual(KEPT);
    expect([valueIn(html, 'designId'), valueIn(html, 'fields.hours')]).toEqual([designId, '12']);
    expect(entered(await open(after, await makeIssuer()))).toEqual(EMPTY);
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
