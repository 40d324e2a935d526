import { describe, expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  csvOf,
  designFields,
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  PASSWORD,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

/** A letter of Phags-pa, of which there is no font here. */
const NAME = 'Aurora ꡀ';
const message = (label: string, named = '“ꡀ” (U+A840)') =>
  `${label} has a character that can’t be printed: ${named}. Please enter it without.`;
const certificates = () => sqlite().prepare('select count(*) from certificates').pluck().get();
const problems = async (response: Response) => {
  const { errors } = await response.json();
  return [response.status, errors];
};

describe('characters that no font covers', () => {
  it('are refused in the names of students and courses, in the form, the API and batches', async () => {
    const { token, cookie } = await makeIssuer();
    const input = certificateInput({ studentName: NAME, courseName: NAME });
    const errors = { studentName: [message('Student Name')], courseName: [message('Course Name')] };
    expect(await problems(await fetchApi('certs/issue', { json: input, token }))).toEqual([400, errors]);
    const page = await fetchPage('/admin/issue-certificate', {
      form: input as Record<string, string>,
      cookie,
    });
    const html = await page.text();
    expect(page.status).toBe(400);
    for (const [text] of Object.values(errors)) expect(html).toContain(text);

    const rows = [expect.objectContaining({ errors })];
    const csv = `studentName,studentEmail,courseName,issueDate\n${NAME},a@students.example,${NAME},2026-02-28`;
    const list = { token, method: 'POST', body: csv, headers: { 'content-type': 'text/csv' } };
    const json = { token, json: { certificates: [input] } };
    for (const options of [list, json]) {
      const batch = await fetchApi('certs/batches', options);
      expect([batch.status, (await batch.json()).rows]).toEqual([400, rows]);
    }
    expect(certificates()).toBe(0);
  });

  it('are refused in a replacement, and in the name that a learner confirms', async () => {
    const issuer = await makeIssuer();
    const { token } = issuer;
    const { uniqueId } = await makeCertificate(issuer);
    const replacement = certificateInput({ studentName: NAME });
    expect(
      await problems(await fetchApi(`certificates/${uniqueId}/replacement`, { json: replacement, token })),
    ).toEqual([400, { studentName: [message('Student Name')] }]);
    const { id } = await makeCourse(issuer);
    const learner = await makeVerifier();
    const confirmed = await fetchApi(`courses/${id}/completion`, {
      json: { name: NAME },
      token: learner.token,
    });
    expect(await problems(confirmed)).toEqual([400, { name: [message('Name')] }]);
    await expect(makeCourse(issuer, { title: NAME })).rejects.toThrow(message('Course Title'));
    expect(certificates()).toBe(1);
  });

  it('are refused in the texts and signatories of designs, also in previews', async () => {
    const { token, cookie } = await makeIssuer();
    const texts = { title: NAME, statement: NAME, signatory1Name: NAME, signatory1Title: NAME };
    const errors = {
      title: [message('Title')],
      statement: [message('Statement')],
      signatory1Name: [message('Name of signatory 1')],
      signatory1Title: [message('Title of signatory 1')],
    };
    const fields = designFields(texts);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const created = await fetchApi('designs', { method: 'POST', body: form, token });
    expect(await problems(created)).toEqual([400, errors]);
    const drawn = await fetchApi('designs/preview', { json: fields, token });
    expect(await problems(drawn)).toEqual([400, errors]);
    const preview = await fetchPage('/admin/designs/preview', {
      form: { ...fields, sample: 'usual' },
      cookie,
    });
    expect([preview.status, (await preview.json()).message]).toEqual([
      400,
      expect.stringContaining('(U+A840)'),
    ]);
    form.set('intent', 'save');
    const page = await fetchPage('/admin/designs/new', { form, cookie });
    const html = await page.text();
    expect(page.status).toBe(400);
    for (const [text] of Object.values(errors)) expect(html).toContain(text);
  });

  it('are refused in the names of issuers, which certificates show, and not in those of others', async () => {
    const person = { name: NAME, email: 'mara@osei.example', password: PASSWORD, role: 'admin' };
    const errors = { name: [message('Full name')] };
    expect(await problems(await fetchApi('users/register', { json: person }))).toEqual([400, errors]);
    const learner = await fetchApi('users/register', { json: { ...person, role: 'individual' } });
    expect(learner.status).toBe(201);
    const { cookie, token, actor } = await makeIssuer();
    const settings = await fetchPage('/settings', { form: { intent: 'name', name: NAME }, cookie });
    expect([settings.status, await settings.text()]).toEqual([
      400,
      expect.stringContaining(message('Full name')),
    ]);
    const renamed = await fetchApi(`organisations/${actor.organisation?.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ name: NAME }),
      headers: { 'content-type': 'application/json' },
      token,
    });
    expect(await problems(renamed)).toEqual([400, { name: [message('Name of the organisation')] }]);
  });

  it.each([
    ['𐘀𐘁', '“𐘀” (U+10600)'],
    ['Ada \ue001', '“\ue001” (U+E001)'],
    ['Ada \u{10fffd}', '“\u{10fffd}” (U+10FFFD)'],
    ['Ada \u0378', '“\u0378” (U+0378)'],
    ['ꡀ', '“ꡀ” (U+A840)'],
    ['𐊀𐊁', '“𐊀” (U+10280)'],
    ['ᬅ\u{110ba}', '“◌\u{110ba}” (U+110BA)'],
    ['𐓂𐓘', '“𐓂” (U+104C2)'],
    ['⠓', '“⠓” (U+2813)'],
  ])('are named: %s', (studentName, named) => {
    expect(() => parseInput(issueSchema, certificateInput({ studentName }))).toThrow(
      message('Student Name', named),
    );
  });

  it.each([
    'శ్రీనివాస రావు',
    'علی‌رضا',
    'ශ්‍රී',
    'അവന്‍',
    'ᠪᠠ᠋ᠲᠤ ᠨᠠ᠎ᠠ',
    'Ẹ̀bùn',
    '葛󠄀城',
    '𠮷野',
    '👩🏽‍🚀 👨‍👩‍👧 🇫🇷 1️⃣ ❤️',
    '𝐉𝐨𝐡𝐧',
    'C♯ → ★ №5 ½ ²',
    'ﷺ',
    'Zoë\u00a0O’Brien',
    '\u1112\u1161\u11ab',
  ])('do not exist in %s', (studentName) => {
    expect(parseInput(issueSchema, certificateInput({ studentName })).studentName).toBe(
      studentName.normalize('NFC'),
    );
  });

  it('fail a row that was checked by an earlier version, and refuse a renewal', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    const { id } = await makeBatch(issuer, csvOf(2));
    sqlite().prepare('update batch_rows set student_name = ? where line = 3').run(NAME);
    startBatch(issuer.actor, id);
    await issueBatches();
    const { batch } = await (await fetchApi(`certs/batches/${id}`, { token: issuer.token })).json();
    expect(batch).toMatchObject({ status: 'done', issued: 1, failed: 1 });
    expect(batch.rows[1].errors).toEqual({ studentName: [message('Student Name')] });

    sqlite().prepare('update organisations set name = ?').run(NAME);
    const renewed = await fetchApi(`certificates/${uniqueId}/renewal`, { json: {}, token: issuer.token });
    expect(await problems(renewed)).toEqual([400, { issuerName: [message('Name of the organisation')] }]);
    const issued = await fetchApi('certs/issue', { json: certificateInput(), token: issuer.token });
    expect((await problems(issued))[0]).toBe(400);
    expect(certificates()).toBe(2);
  });
});
