import { describe, expect, it } from 'vitest';
import { MEMBERS } from '#app/certificates/declare-fields.server.ts';
import { FIELD_NAMES } from '#app/certificates/fields.ts';
import { certificateObject } from '#app/routes/api/v1/schemas/certificates.ts';
import { sqlite } from '#db/client.ts';
import { certificateInput, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';

const declare = ({ token }: Person, json: unknown) => fetchApi('fields', { token, json });
const change = ({ token }: Person, id: string, json: unknown) =>
  fetchApi(`fields/${id}`, { token, method: 'PATCH', json });
const hours = { key: 'hours', name: 'Hours', kind: 'number' };
const level = { key: 'level', name: 'Level', kind: 'choice', choices: ['Basic', 'Advanced'] };

/** The rules of a new field, or the messages about it. */
async function declared(field: unknown): Promise<unknown> {
  const body = await (await declare(await makeIssuer(), field)).json();
  if (!body.success) return body.errors;
  const { _id, key: _key, name: _name, kind: _kind, ...rules } = body.field;
  return rules;
}

const NO_RULES = {
  required: false,
  visibility: [],
  min: null,
  max: null,
  maxLength: null,
  choices: null,
  default: null,
  pattern: null,
  start: null,
  per: null,
  searchable: false,
};

describe('a field', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `c${index}`).slice(0, 9_000);
  it.each<[string, object, unknown]>([
    ['has no rules unless they are declared', hours, NO_RULES],
    [
      'has numbers and dates as people write them',
      { ...hours, min: '0,5', max: 40, default: '12' },
      { ...NO_RULES, min: 0.5, max: 40, default: 12 },
    ],
    [
      'has each viewer once, in one order',
      { ...hours, visibility: ['shared', 'certificate', 'shared'] },
      { ...NO_RULES, visibility: ['certificate', 'shared'] },
    ],
    [
      'has a default that is one of its choices',
      { ...level, default: 'advanced' },
      { ...NO_RULES, choices: level.choices, default: 'Advanced' },
    ],
    [
      'has no default out of its range',
      { ...hours, max: 9, default: 10 },
      { default: ['Default must be from -1000000000000 to 9.'] },
    ],
    [
      'has no default of ten thousand letters',
      { ...hours, kind: 'text', default: 'x'.repeat(10_000) },
      { default: ['Default must have at most 200 characters.'] },
    ],
    [
      'has no range without an inside',
      { ...hours, min: 3, max: 2 },
      { max: ['Highest value must not be below Lowest value.'] },
    ],
    [
      'has no date that does not exist as its bound',
      { ...hours, kind: 'date', min: '2026-02-30' },
      { min: ['Earliest date must be a date such as 2026-11-01; 2026-02-30 does not exist.'] },
    ],
    ['has at least one choice', { ...level, choices: [] }, { choices: ['Choices is required.'] }],
    ['has no choice twice', { ...level, choices: ['Gold', 'gold'] }, { choices: ['gold is there twice.'] }],
    [
      'has no thousands of choices',
      { ...level, choices: many },
      { choices: ['A field has at most 100 choices.'] },
    ],
    [
      'has no choice of ten thousand letters',
      { ...level, choices: ['x'.repeat(10_000)] },
      { choices: ['Choices must have at most 200 characters.'] },
    ],
    [
      'has an error of its choices once',
      { ...level, choices: [1, 2, 'x'.repeat(300), 'y'.repeat(300)] },
      { choices: ['Choices must be text.', 'Choices must have at most 200 characters.'] },
    ],
    [
      'has no more choices than a body may have',
      { ...level, choices: Array.from({ length: 10_000 }, (_, index) => `c${index}`) },
      { choices: ['choices has too many members. All of the body must have at most 10000.'] },
    ],
    [
      'has no rule of another kind',
      { ...hours, choices: ['A'], maxLength: 3 },
      {
        maxLength: ['Most characters is for fields of another kind.'],
        choices: ['Choices is for fields of another kind.'],
      },
    ],
    [
      'is no photograph with a default, or found by it',
      { key: 'photo', name: 'Photo', kind: 'picture', default: 'x', searchable: true },
      {
        default: ['Default is for fields of another kind.'],
        searchable: ['Found by searches is for fields of another kind.'],
      },
    ],
    [
      'has a key that programs can write',
      { ...hours, key: 'Total hours' },
      {
        key: [
          'Key must have 1 to 30 letters from a to z and digits, and begin with a small letter, such as licenceNumber.',
        ],
      },
    ],
    [
      'is of a kind that there is',
      { ...hours, kind: 'file' },
      { kind: ['Kind must be one of text, number, date, choice, boolean, picture, running.'] },
    ],
  ])('%s', async (_what, field, expected) => {
    expect(await declared(field)).toEqual(expected);
  });
});

const BUILT_IN = 'is that of a built-in field or a placeholder. Choose another one.';

it('has neither key nor name of anything else that certificates have', async () => {
  expect(Object.keys(certificateObject.members).toSorted()).toEqual(
    ['_id', ...MEMBERS, ...FIELD_NAMES].toSorted(),
  );
  const issuer = await makeIssuer();
  makeField(issuer, 'hours', { name: 'Full hours' });
  const errors = async (key: string, name: string) =>
    (await (await declare(issuer, { key, name, kind: 'text' })).json()).errors;
  expect(await errors('student', 'Course Name')).toEqual({
    key: [`Key ${BUILT_IN}`],
    name: [`Name ${BUILT_IN}`],
  });
  // In German, and the name of the API.
  expect(await errors('createdAt', 'Ausstellungsdatum')).toEqual({
    key: [`Key ${BUILT_IN}`],
    name: [`Name ${BUILT_IN}`],
  });
  // Members that objects have by themselves would count as values that nobody entered.
  for (const inherited of Object.getOwnPropertyNames(Object.prototype).filter((key) => /^[a-z]/.test(key)))
    expect(await errors(inherited, 'Constructor')).toEqual({ key: [`Key ${BUILT_IN}`] });
  expect(await errors('hours', 'ＨＯＵＲＳ')).toEqual({
    key: ['Key is taken by your field Full hours.'],
    name: ['Name is taken by your field Full hours.'],
  });
});

it('is one of at most 30, of which retired ones are none', async () => {
  const issuer = await makeIssuer();
  const made = Array.from({ length: 30 }, (_, index) => makeField(issuer, `field${index}`));
  const full = await declare(issuer, hours);
  expect([full.status, (await full.json()).message]).toEqual([
    409,
    'You already use 30 fields. Retire one of them first.',
  ]);
  await fetchApi(`fields/${made[3]?.id}`, { token: issuer.token, method: 'DELETE' });
  // A key and a name are free again.
  expect((await declare(issuer, { ...hours, key: 'field3', name: 'field3' })).status).toBe(201);
  const { fields } = await (await fetchApi('fields', { token: issuer.token })).json();
  expect(fields.map(({ key }: { key: string }) => key)).toEqual([
    ...made.map(({ key }) => key).filter((key) => key !== 'field3'),
    'field3',
  ]);
  const retired = await fetchPage('/admin/fields?show=retired', { cookie: issuer.cookie });
  expect(await retired.text()).toContain('<code>field3</code>');
});

it('changes in what certificates do not rely on, and keeps what is left out', async () => {
  const issuer = await makeIssuer();
  const { id } = makeField(issuer, 'hours', { kind: 'number', rules: { min: 0, default: 3 } });
  const answer = async (json: unknown) => {
    const { success, field, errors } = await (await change(issuer, id, json)).json();
    return success ? field : errors;
  };
  expect(await answer({ name: 'Full hours', max: 50, min: null })).toMatchObject({
    key: 'hours',
    name: 'Full hours',
    min: null,
    max: 50,
    default: 3,
  });
  // What a program got may be sent back.
  expect(await answer({ key: 'hours', kind: 'number', visibility: ['certificate'] })).toMatchObject({
    max: 50,
  });
  const never = 'of a field never changes. Retire the field and declare another one.';
  expect(await answer({ key: 'total' })).toEqual({ key: [`Key ${never}`] });
  expect(await answer({ kind: 'text', max: null, default: null })).toEqual({ kind: [`Kind ${never}`] });
  expect(await answer({ visibility: [] })).toEqual({ visibility: [`Who sees it ${never}`] });
  expect(await answer({ max: 2 })).toEqual({
    default: ['Default must be from -1000000000000 to 2.'],
  });
  const other = await makeIssuer();
  expect((await change(other, id, { name: 'Mine' })).status).toBe(404);
});

it('never changes the visibility of values that certificates carry over', async () => {
  const issuer = await makeIssuer();
  const { token } = issuer;
  const secret = makeField(issuer, 'staff', { name: 'Staff', visibility: [] });
  const { certificate } = await (
    await fetchApi('certs/issue', { token, json: { ...certificateInput(), fields: { staff: 'K77' } } })
  ).json();
  await fetchApi(`fields/${secret.id}`, { token, method: 'DELETE' });
  await declare(issuer, { key: 'staff', name: 'Staff', kind: 'text', visibility: ['certificate'] });
  const frozen = () =>
    sqlite().prepare('select fields from certificates order by seq desc').pluck().get() as string | null;
  const path = `certificates/${certificate.uniqueId}/replacement`;
  const replaced = (await (await fetchApi(path, { token, json: certificateInput() })).json()).certificate;
  expect(JSON.parse(frozen() ?? '')).toMatchObject([{ key: 'staff', value: 'K77', visibility: [] }]);
  const json = { ...certificateInput(), fields: { staff: 'For all' } };
  await fetchApi(`certificates/${replaced.uniqueId}/replacement`, { token, json });
  expect(JSON.parse(frozen() ?? '')).toMatchObject([{ value: 'For all', visibility: ['certificate'] }]);
});

describe('the page of fields', () => {
  const send = async ({ cookie }: Person, path: string, form: Record<string, string>) =>
    await fetchPage(path, { cookie, form });

  it('declares a ready field with one click', async () => {
    const issuer = await makeIssuer();
    const answer = await send(issuer, '/admin/fields', { intent: 'ready', key: 'birthDate' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin/fields']);
    const { fields } = await (await fetchApi('fields', { token: issuer.token })).json();
    expect(fields).toMatchObject([{ key: 'birthDate', name: 'Birth date', kind: 'date', visibility: [] }]);
    const page = await (await fetchPage('/admin/fields', { cookie: issuer.cookie })).text();
    expect(page).not.toContain('value="birthDate"');
    expect(page).toContain('value="hours"');
  });

  it('declares a ready field once, though two members click at once', async () => {
    const issuer = await makeIssuer();
    const click = () => send(issuer, '/admin/fields', { intent: 'ready', key: 'activityStart' });
    const answers = await Promise.all([click(), click(), click()]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    const field = { kind: 'number', key: 'hours', name: 'Hours', min: '0', visibility: 'certificate' };
    const declareHours = (name: string) => send(issuer, '/admin/fields/new?kind=number', { ...field, name });
    expect((await declareHours('Hours')).status).toBe(302);
    expect((await declareHours('Hours')).status).toBe(302);
    // Another field needs another key.
    expect(await (await declareHours('Lessons')).text()).toContain('Key is taken by your field Hours.');
    const { fields } = await (await fetchApi('fields', { token: issuer.token })).json();
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(['Start date', 'Hours']);
    expect(
      sqlite().prepare("select count(*) from audit_rows where act = 'field.declared'").pluck().get(),
    ).toBe(2);
  });

  it('takes the longest choices, and says how many there may be of ten thousand', async () => {
    const issuer = await makeIssuer();
    const of = (count: number, text: string) =>
      Array.from({ length: count }, (_, index) => `${index}${text}`.slice(0, 200)).join('\r\n');
    const form = { kind: 'choice', key: 'level', name: 'Level' };
    const path = '/admin/fields/new?kind=choice';
    const refused = await send(issuer, path, { ...form, choices: of(10_000, ' choice of many') });
    expect([refused.status, (await refused.text()).includes('A field has at most 100 choices.')]).toEqual([
      400,
      true,
    ]);
    const longest = of(100, '课'.repeat(200));
    expect((await send(issuer, path, { ...form, choices: longest })).status).toBe(302);
    const id = sqlite().prepare('select id from certificate_fields').pluck().get();
    const saved = { intent: 'save', name: 'Level', choices: longest.replace('课', '程') };
    expect((await send(issuer, `/admin/fields/${id}`, saved)).status).toBe(302);
  });

  it('declares, changes and retires a field by forms, and shows what is wrong', async () => {
    const issuer = await makeIssuer();
    const form = {
      kind: 'choice',
      key: 'level',
      name: 'Level',
      choices: 'Basic\r\n\r\nAdvanced\r\n',
      default: 'x',
    };
    const wrong = await (await send(issuer, '/admin/fields/new?kind=choice', form)).text();
    expect(wrong).toContain('Default must be one of these: Basic, Advanced.');
    expect(wrong).toContain('Basic\r\n\r\nAdvanced');
    const entered = { ...form, default: '', visibility: 'certificate', required: 'on' };
    expect((await send(issuer, '/admin/fields/new?kind=choice', entered)).status).toBe(302);
    const read = async () => (await (await fetchApi('fields', { token: issuer.token })).json()).fields;
    const [field] = await read();
    expect(field).toMatchObject({
      choices: ['Basic', 'Advanced'],
      visibility: ['certificate'],
      required: true,
    });
    const path = `/admin/fields/${field._id}`;
    const saved = { intent: 'save', name: 'Grade', choices: 'Basic', default: 'Basic', searchable: 'on' };
    expect((await send(issuer, path, saved)).status).toBe(302);
    // A box that is not ticked is not sent.
    expect(await read()).toMatchObject([
      { name: 'Grade', choices: ['Basic'], default: 'Basic', required: false, searchable: true },
    ]);
    expect((await send(issuer, path, { intent: 'retire' })).status).toBe(302);
    expect(await read()).toEqual([]);
    expect((await send(issuer, path, { intent: 'retire' })).status).toBe(409);
    expect((await fetchPage(path, { cookie: issuer.cookie })).status).toBe(404);
  });
});
