import { describe, expect, it } from 'vitest';
import { inDesign } from '#app/certificates/certificate-design.server.ts';
import type { FrozenField } from '#app/certificates/own-fields.ts';
import type { Design } from '#app/drawing/design.ts';
import { sqlite } from '#db/client.ts';
import { designFields, makeDesign, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';

const newest = () =>
  JSON.parse(
    sqlite().prepare('select design from design_versions order by id desc').pluck().get() as string,
  ) as Design;

const DRAWING = {
  uniqueId: '7K3M9QZX2HVB4TND',
  studentName: 'Ada {grade}',
  courseName: 'Engines',
  issuerName: 'Society',
  issueDate: '2026-03-02',
  expiryDate: null,
  verifyUrl: 'https://certrace.example/verify',
  layoutVersion: 3,
  revokedAt: null,
};

const frozen = (
  key: string,
  kind: FrozenField['kind'],
  value: FrozenField['value'],
  visibility = ['certificate'],
) => ({ key, name: key, kind, visibility, value }) as FrozenField;

async function statementOf(statement: string, values: FrozenField[], more: Record<string, string> = {}) {
  const issuer = await makeIssuer();
  for (const { key, kind } of values) makeField(issuer, key, { kind });
  await makeDesign(issuer, { statement, ...more });
  return inDesign(DRAWING, newest(), values).design?.texts.statement;
}

describe('a design prints own fields', () => {
  it.each<[string, FrozenField[], string]>([
    ['{hours} hours', [frozen('hours', 'number', 1234.5)], '1,234.5 hours'],
    ['{hours:2} hours', [frozen('hours', 'number', 12.5)], '12.50 hours'],
    ['{end}, {end:long}', [frozen('end', 'date', '2026-02-28')], '28/02/2026, 28 February 2026'],
    ['{issueDate:long}', [], '2 March 2026'],
    ['{passed}', [frozen('passed', 'boolean', true)], 'Yes'],
    ['{student}: {grade}', [frozen('grade', 'text', '{id} [x]')], 'Ada {grade}: {id} [x]'],
    ['Done[ · {hours} hours]', [frozen('hours', 'number', 0)], 'Done · 0 hours'],
    ['Given[ until {expiryDate}].', [], 'Given.'],
  ])('%s', async (statement, values, expected) => {
    expect(await statementOf(statement, values)).toBe(expected);
  });

  it('in its language', async () => {
    const values = [frozen('hours', 'number', 1234.5), frozen('passed', 'boolean', false)];
    expect(await statementOf('{hours:1} {passed}', values, { language: 'de' })).toBe('1.234,5 Nein');
  });

  it('without the words of an empty one, and without values for others', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'hours', { kind: 'number' });
    await makeDesign(issuer, { statement: 'Done[ · {hours} hours]' });
    expect(inDesign(DRAWING, newest(), []).design?.texts.statement).toBe('Done');
    const hidden = [frozen('hours', 'number', 3, ['verifiers'])];
    expect(inDesign(DRAWING, newest(), hidden).design?.texts.statement).toBe('Done');
  });

  it('and keeps brackets without placeholders, and those of designs from before', async () => {
    expect(await statementOf('[sic] {issueDate:long}', [])).toBe('[sic] 2 March 2026');
    const issuer = await makeIssuer();
    await makeDesign(issuer, { statement: 'Until {expiryDate}' });
    const { fields, ...design } = { ...newest(), texts: { ...newest().texts, statement: '[{expiryDate}]' } };
    expect(fields).toBeUndefined();
    expect(inDesign(DRAWING, design).design?.texts.statement).toBe('[]');
  });
});

describe('the texts of a design', () => {
  function save({ token }: Person, statement: string) {
    const body = new FormData();
    for (const [name, value] of Object.entries(designFields({ statement }))) body.set(name, value);
    return fetchApi('designs', { method: 'POST', token, body });
  }

  it.each([
    ['a field of nobody', '{other}'],
    ['a format of another kind', '{grade:2}'],
    ['a format that does not exist', '{hours:x}'],
    ['a picture', '{photo}'],
  ])('cannot name %s', async (_what, statement) => {
    const [issuer, another] = await Promise.all([makeIssuer(), makeIssuer()]);
    makeField(another, 'other');
    makeField(issuer, 'grade');
    makeField(issuer, 'hours', { kind: 'number' });
    makeField(issuer, 'photo', { kind: 'picture' });
    const answer = await save(issuer, statement);
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors.statement).toEqual([
      `Statement has the unknown placeholder ${statement}. Placeholders are {student}, {course}, {issuer}, {issueDate}, {expiryDate}, {id}, {grade}, {hours}.`,
    ]);
  });

  it.each(['{staff}', '{staff:2}'])(
    'cannot name a field that is not on the certificate: %s',
    async (statement) => {
      const issuer = await makeIssuer();
      makeField(issuer, 'staff', { name: 'Staff number', kind: 'number', visibility: ['verifiers'] });
      expect((await (await save(issuer, statement)).json()).errors.statement).toEqual([
        `Statement has ${statement}, but your field Staff number is not on the certificate.`,
      ]);
    },
  );

  it('cannot become too long with the longest values', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'remarks', { rules: { maxLength: 500 } });
    const answer = await save(issuer, '{remarks} {remarks}');
    expect((await answer.json()).errors.statement[0]).toContain('it would have 1001.');
  });

  it('cannot become too long with the longest number of a long course', async () => {
    const issuer = await makeIssuer();
    const pattern = `${'x'.repeat(70)}/{course}/{number}`;
    makeField(issuer, 'serial', { kind: 'running', rules: { pattern, per: 'course' } });
    const answer = await save(issuer, '{serial} {serial} {serial} {serial}');
    expect((await answer.json()).errors?.statement[0]).toContain('it would have 1163.');
  });

  it('are explained with the own fields in the form', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'hours', { kind: 'number' });
    const page = await (await fetchPage('/admin/designs/new?base=modern', { cookie: issuer.cookie })).text();
    expect(page).toContain('{id}, {hours}');
    expect(page).toContain('[{hours} h]');
  });
});
