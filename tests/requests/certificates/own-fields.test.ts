import { describe, expect, it } from 'vitest';
import type { OwnField, Visibility } from '#app/certificates/own-fields.ts';
import { sqlite } from '#db/client.ts';
import { authenticateOverApi, download } from '#tests/support/authentication.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { schedule } from '#tests/support/scheduled.ts';

const issue = ({ token }: Person, fields: unknown, more = {}) =>
  fetchApi('certs/issue', { token, json: { ...certificateInput(more), fields } });

/** What becomes of a value: the frozen one, or the message about it. */
async function read(declared: Partial<OwnField>, value: unknown): Promise<unknown> {
  const issuer = await makeIssuer();
  makeField(issuer, 'own', { name: 'Own', ...declared });
  const body = await (await issue(issuer, { own: value })).json();
  return body.success ? body.certificate.fields.own?.value : body.errors['fields.own'][0];
}

describe('a value of an own field', () => {
  const [from1, to9] = [{ min: 1 }, { max: 9 }];
  it.each<[string, Partial<OwnField>, unknown, unknown]>([
    ['a text as it is written, trimmed', {}, ' Nguyễn  A ', 'Nguyễn  A'],
    ['a number of a program as a text', {}, 12, '12'],
    [
      'no text of more letters than allowed',
      { rules: { maxLength: 2 } },
      'abc',
      'Own must have at most 2 characters.',
    ],
    ['a number with a decimal comma', { kind: 'number' }, '12,5', 12.5],
    ['a number of a program', { kind: 'number' }, 0, 0],
    [
      'no number with two meanings',
      { kind: 'number' },
      '1,500',
      'Own may be two numbers. Write it without a separator of thousands.',
    ],
    ['no word as a number', { kind: 'number' }, 'many', 'Own must be a number.'],
    [
      'no number out of its range',
      { kind: 'number', rules: { ...from1, ...to9 } },
      10,
      'Own must be from 1 to 9.',
    ],
    ['a date as people write it', { kind: 'date' }, '3 March 2026', '2026-03-03'],
    [
      'no date before its range',
      { kind: 'date', rules: { min: '2026-01-01' } },
      '2025-12-31',
      'Own must be from 2026-01-01 to 9999-12-31.',
    ],
    ['a choice in any case', { kind: 'choice', rules: { choices: ['Gold', 'Silver'] } }, 'gold', 'Gold'],
    [
      'no other choice',
      { kind: 'choice', rules: { choices: ['Gold', 'Silver'] } },
      'Tin',
      'Own must be one of these: Gold, Silver.',
    ],
    ['yes in another language', { kind: 'boolean' }, 'Ja', true],
    ['no doubtful answer', { kind: 'boolean' }, 'perhaps', 'Own must be yes or no.'],
    ['nothing', { isRequired: true }, ' ', 'Own is required.'],
    ['no object', {}, { a: 1 }, 'Own must be text.'],
    [
      'no value of a running number',
      { kind: 'running', rules: { pattern: '{number}' } },
      '7',
      'Own is given by the site. Leave it out.',
    ],
  ])('can be %s', async (_what, declared, value, expected) => {
    expect(await read(declared, value)).toBe(expected);
  });
});

it('gives a field that is left out its default, and an empty one no value', async () => {
  const issuer = await makeIssuer();
  makeField(issuer, 'place', { name: 'Place', rules: { default: 'Oslo' } });
  const fieldsOf = async (fields: unknown, studentName: string) =>
    (await (await issue(issuer, fields, { studentName })).json()).certificate.fields;
  expect(await fieldsOf(undefined, 'A')).toEqual({ place: { name: 'Place', value: 'Oslo' } });
  expect(await fieldsOf({ place: '' }, 'B')).toEqual({});
});

it('refuses fields that nobody declared, and those of others', async () => {
  const [issuer, other] = await Promise.all([makeIssuer(), makeIssuer()]);
  makeField(other, 'theirs');
  const answer = await issue(issuer, { theirs: 'x' });
  expect(answer.status).toBe(400);
  expect((await answer.json()).errors).toEqual({ 'fields.theirs': ['There is no field theirs.'] });
  expect((await issue(issuer, ['x'])).status).toBe(400);
});

it('carries values over to replacements and renewals', async () => {
  const issuer = await makeIssuer();
  makeField(issuer, 'hours', { kind: 'number', name: 'Hours' });
  makeField(issuer, 'place', { name: 'Place' });
  const dates = { issueDate: '2025-01-01', expiryDate: '2026-01-01' };
  const { certificate } = await (await issue(issuer, { hours: 3, place: 'Oslo' }, dates)).json();
  sqlite().prepare("update certificate_fields set name = 'Full hours' where key = 'hours'").run();
  const { token } = issuer;
  const renewal = await (
    await fetchApi(`certificates/${certificate.uniqueId}/renewal`, { token, json: {} })
  ).json();
  expect(renewal.certificate.fields).toEqual({
    hours: { name: 'Full hours', value: 3 },
    place: { name: 'Place', value: 'Oslo' },
  });
  const json = { ...certificateInput(dates), allowDuplicate: true, fields: { place: 'Bergen' } };
  const path = `certificates/${certificate.uniqueId}/replacement`;
  const replacement = await (await fetchApi(path, { token, json })).json();
  expect(replacement.certificate.fields).toEqual({
    hours: { name: 'Full hours', value: 3 },
    place: { name: 'Place', value: 'Bergen' },
  });
  expect(certificate.fields.hours.name).toBe('Hours');
});

it('takes the longest texts of thirty fields from its forms', async () => {
  const issuer = await makeIssuer();
  const { cookie } = issuer;
  const longest = '课'.repeat(500);
  const form = { ...certificateInput() } as Record<string, string>;
  for (let at = 0; at < 30; at += 1) {
    makeField(issuer, `remark${at}`, { visibility: [], rules: { maxLength: 500 } });
    form[`fields.remark${at}`] = longest;
  }
  const draft = await fetchPage('/admin/issue-certificate/draft', { cookie, form });
  expect([draft.status, draft.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await fetchPage('/admin/issue-certificate', { cookie, form })).status).toBe(200);
  const { certificates } = await (await fetchApi('certificates/my-issued', { token: issuer.token })).json();
  expect(certificates[0].fields.remark29.value).toBe(longest);
  const path = `/admin/issued-certificates/${certificates[0].uniqueId}/replacement`;
  expect((await fetchPage(path, { cookie, form })).status).toBe(302);
});

describe('values of retired fields', () => {
  const retireAll = () => sqlite().exec('update certificate_fields set retired_at = 1');
  const replace = async ({ token }: Person, uniqueId: string, fields: object) =>
    (
      await (
        await fetchApi(`certificates/${uniqueId}/replacement`, {
          token,
          json: { ...certificateInput(), fields },
        })
      ).json()
    ).certificate;

  it('stay with a certificate that is corrected again and again, as many as verifiers read', async () => {
    const issuer = await makeIssuer();
    let { uniqueId } = await makeCertificate(issuer);
    let fields: object = {};
    for (let round = 0; round < 5; round += 1) {
      retireAll();
      const keys = Array.from({ length: 30 }, (_, at) => `round${round}at${at}`);
      const visibility: Visibility[] = ['certificate', 'verifiers', 'shared'];
      for (const key of keys) makeField(issuer, key, { visibility });
      ({ uniqueId, fields } = await replace(
        issuer,
        uniqueId,
        Object.fromEntries(keys.map((key) => [key, `value of ${key}`])),
      ));
    }
    const rounds = Object.keys(fields).map((key) => key.slice(0, 6));
    expect(Object.groupBy(rounds, (round) => round)).toEqual({
      round3: Array(30).fill('round3'),
      round4: Array(30).fill('round4'),
    });
    const report = await authenticateOverApi(await download(issuer, uniqueId, 'json'));
    expect([report.verdict, Object.keys(report.certificate?.fields ?? {}).length]).toEqual(['genuine', 60]);
  });

  it('give way to those of later fields with their keys, so that a certificate has one of each', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'credits', { kind: 'number', name: 'ECTS' });
    const first = await makeCertificate(issuer, { fields: { credits: 2.5 } });
    retireAll();
    makeField(issuer, 'credits', { name: 'Credit points' });
    const kept = await replace(issuer, first.uniqueId, {});
    expect(kept.fields).toEqual({ credits: { name: 'ECTS', value: 2.5 } });
    const changed = await replace(issuer, kept.uniqueId, { credits: 'three' });
    expect(changed.fields).toEqual({ credits: { name: 'Credit points', value: 'three' } });
    const { credentialSubject } = JSON.parse((await download(issuer, changed.uniqueId, 'json')).toString());
    expect([credentialSubject.creditsEarned, credentialSubject.fields]).toEqual([
      undefined,
      [
        {
          type: 'TextField',
          key: 'credits',
          name: 'Credit points',
          visibility: ['certificate'],
          value: 'three',
        },
      ],
    ]);
    const csv = await (await fetchPage('/admin/issued-certificates.csv', { cookie: issuer.cookie })).text();
    expect(csv.match(/Credit points|ECTS/g)).toEqual(['Credit points']);
    expect([csv.includes('three'), csv.includes('2.5')]).toEqual([true, true]);
  });
});

it('shows values for the issuer only to nobody else, and finds certificates by those that searches know', async () => {
  const [issuer, office] = await Promise.all([makeIssuer(), makeSuperAdmin()]);
  makeField(issuer, 'staffNumber', { visibility: [], isSearched: true });
  makeField(issuer, 'grade');
  await issue(issuer, { staffNumber: 'K77123', grade: 'Merit' });
  const list = async (path: string, { token }: Person) =>
    (await (await fetchApi(path, { token })).json()).certificates.map(({ fields }: { fields: object }) =>
      Object.keys(fields),
    );
  expect(await list('certificates/my-issued?q=k77123', issuer)).toEqual([['staffNumber', 'grade']]);
  expect(await list('certificates/my-issued?q=merit', issuer)).toEqual([]);
  expect(await list('certificates/all', office)).toEqual([['grade']]);
});

it('keeps what was entered in the form beside the message about it', async () => {
  const issuer = await makeIssuer();
  makeField(issuer, 'hours', { kind: 'number', name: 'Hours' });
  makeField(issuer, 'passed', { kind: 'boolean', name: 'Passed' });
  const form = {
    ...(certificateInput() as Record<string, string>),
    'fields.hours': 'many',
    'fields.passed': 'false',
  };
  const page = await (await fetchPage('/admin/issue-certificate', { cookie: issuer.cookie, form })).text();
  expect(page).toContain('Hours must be a number.');
  expect(page).toMatch(/name="fields\.hours"[^>]* value="many"/);
  expect(page).toMatch(/<option value="false" selected=""/);
});

it('has its default in a new form only, not where somebody left it empty', async () => {
  const issuer = await makeIssuer();
  makeField(issuer, 'place', { rules: { default: 'Lyon' } });
  const shown = async (path: string, form?: Record<string, string>) => {
    const html = await (await fetchPage(path, { cookie: issuer.cookie, ...(form && { form }) })).text();
    const [control = ''] = /<input[^>]* name="fields\.place"[^>]*>/.exec(html) ?? [];
    return / value="([^"]*)"/.exec(control)?.[1];
  };
  const form = '/admin/issue-certificate';
  expect(await shown(form)).toBe('Lyon');
  const refused = { ...(certificateInput() as Record<string, string>), issueDate: 'x', 'fields.place': '' };
  expect(await shown(form, refused)).toBe('');
  const { uniqueId } = await schedule(issuer, { fields: { place: '' } });
  expect(await shown(`/admin/issued-certificates/${uniqueId}/scheduled`)).toBe('');
  const { certificate } = await (await issue(issuer, { place: '' }, { courseName: 'Law' })).json();
  const replacement = `certificates/${certificate.uniqueId}/replacement`;
  expect(await shown(`/admin/issued-${replacement}`)).toBe('');
  const answer = await fetchApi(replacement, { token: issuer.token, json: certificateInput() });
  expect((await answer.json()).certificate.fields).toEqual({});
});

it.each(['{', '[1]', '{}', '[{"key":"x"}]', '""'])(
  'a column that somebody changed to %s leaves the list',
  async (column) => {
    const issuer = await makeIssuer();
    makeField(issuer, 'grade');
    await issue(issuer, { grade: 'Merit' });
    sqlite().prepare('update certificates set fields = ?').run(column);
    const { token, cookie } = issuer;
    const answer = await fetchApi('certificates/my-issued', { token });
    expect([answer.status, (await answer.json()).certificates[0].fields]).toEqual([200, {}]);
    expect((await fetchPage('/admin/issued-certificates', { cookie })).status).toBe(200);
    expect((await fetchPage('/admin/issued-certificates.csv', { cookie })).status).toBe(200);
  },
);
