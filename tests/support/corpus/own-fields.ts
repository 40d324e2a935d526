import { type JsonObject, parseJsonObject } from '@certrace/verify';
import type { OwnField } from '#app/certificates/own-fields.ts';
import { makeCertificate, makeIssuer } from '../factories.ts';
import { makeField } from '../own-fields.ts';
import type { Put } from './corpus.ts';
import { pdfWith } from './files.ts';
import { cosignLog, download, partsOf } from './site.ts';

const VERIFIERS: Partial<OwnField> = { visibility: ['verifiers'] };

/** A field of each kind that is entered, and in each place of Open Badges, with its value. */
const FIELDS: [key: string, declared: Partial<OwnField>, value: unknown][] = [
  ['hours', { name: 'Hours', kind: 'number' }, 12.5],
  ['points', { name: 'Points', kind: 'number', ...VERIFIERS }, 0.1 + 0.2],
  ['examined', { name: 'Examined on', kind: 'date' }, '2026-02-20'],
  ['passed', { name: 'Passed at once', kind: 'boolean' }, true],
  ['level', { name: 'Level', kind: 'choice', rules: { choices: ['Gold', 'Silver'] } }, 'Gold'],
  ['place', { name: 'Ort „links“', visibility: ['certificate', 'shared'] }, 'Tromsø'],
  ['serial', { name: 'Serial number', kind: 'running', rules: { pattern: '{year}-{number:5}' } }, undefined],
  ['credits', { name: 'ECTS', kind: 'number' }, 2.5],
  ['licenceNumber', { name: 'Licence', ...VERIFIERS }, 'L-1'],
  ['grade', { name: 'Grade' }, 'Merit'],
  ['score', { name: 'Score', kind: 'number' }, 87.5],
  ['term', { name: 'Term' }, 'Spring 2026'],
  ['activityStart', { name: 'From', kind: 'date' }, '2026-01-05'],
  ['activityEnd', { name: 'To', kind: 'date' }, '2026-02-20'],
  ['ward', { name: 'Ward', visibility: ['shared'] }, 'Only on the shared page'],
  ['staffNumber', { name: 'Staff number', visibility: [] }, 'Only for the issuer'],
];

/** Changes of a credential, each of which makes it altered. */
type Alteration = [name: string, why: string, alter: (subject: JsonObject, document: JsonObject) => void];

const entryOf = (subject: JsonObject, key: string) =>
  (subject.fields as JsonObject[]).find((field) => field.key === key) as JsonObject;

const ALTERATIONS: Alteration[] = [
  ['value', 'It has more hours.', (subject) => (entryOf(subject, 'hours').value = '125')],
  [
    'digit',
    'The last digit of a number was changed.',
    (subject) => (entryOf(subject, 'points').value = '0.3'),
  ],
  ['name', 'A field has another name.', (subject) => (entryOf(subject, 'hours').name = 'Days')],
  ['kind', 'A field is of another kind.', (subject) => (entryOf(subject, 'place').type = 'ChoiceField')],
  ['audience', 'Others see a field.', (subject) => (entryOf(subject, 'points').visibility = ['certificate'])],
  ['removed', 'A field was removed.', (subject) => (subject.fields as unknown[]).shift()],
  ['credits', 'It has more credits, in the place of Open Badges.', (subject) => (subject.creditsEarned = 25)],
  [
    'grade',
    'It has another grade.',
    (subject) => (((subject.result as JsonObject[])[0] as JsonObject).value = 'Distinction'),
  ],
  ['end', 'The activity ended later.', (subject) => (subject.activityEndDate = '2027-02-20T00:00:00Z')],
  [
    'context',
    'It names the context of another site.',
    (_, document) => ((document['@context'] as string[])[2] = 'https://evil.example/contexts/fields/v1'),
  ],
];

/** The set of certificates with own fields. */
export async function putOwnFields(put: Put) {
  const university = await makeIssuer({ name: 'Corpus University', email: 'university@corpus.example' });
  for (const [key, declared] of FIELDS) makeField(university, key, declared);
  const values = FIELDS.filter(([, , value]) => value !== undefined);
  const fields = Object.fromEntries(values.map(([key, , value]) => [key, value]));
  const dates = { issueDate: '2026-02-28', expiryDate: '2125-12-31' };
  const issue = async (more: object) =>
    (await makeCertificate(university, { ...dates, courseName: 'Distributed Systems', ...more })).uniqueId;
  const [whole, other] = [
    await issue({ fields }),
    await issue({ fields: { ...fields, hours: 125 }, allowDuplicate: true }),
  ];
  cosignLog();
  const pdf = await download(university, whole, 'pdf');
  put(
    'genuine.pdf',
    pdf,
    'genuine',
    'With own fields of each kind, in each place of Open Badges and in the term of the site.',
  );
  const [parts, others] = [partsOf(pdf), partsOf(await download(university, other, 'pdf'))];
  const credential = Buffer.from(others.credential);
  put(
    'altered-credential.pdf',
    pdfWith(parts.drawn, { ...parts, credential }),
    'altered',
    'Its credential is one with more hours.',
  );
  for (const [name, why, alter] of ALTERATIONS) {
    const document = parseJsonObject(parts.credential, parts.credential.length);
    if (typeof document === 'string') throw new Error(document);
    alter(document.credentialSubject as JsonObject, document);
    put(`altered-${name}.json`, JSON.stringify(document), 'altered', why);
  }
}
