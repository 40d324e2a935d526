import {
  type CredentialField,
  FIELD_TYPES,
  FIELDS_CONTEXT_PATH,
  type FieldKind,
  type JsonObject,
  SUBJECT_MEMBERS,
} from '@certrace/verify';
import {
  BADGE_DATE,
  BADGE_FLOAT,
  BADGE_URI,
  badges,
  iri,
  literal,
  NAME,
  type Quad,
  TYPE,
  VALUE,
} from './canonical-quads.server.ts';
import { carriedFields, readFrozen } from './carried-fields.ts';

/** The part of a credential that has the issuer's own fields: members of its parts, and their RDF statements. */
export type FieldsPart = { contexts: string[]; subject: JsonObject; achievement: JsonObject; quads: Quad[] };

const NO_FIELDS: FieldsPart = { contexts: [], subject: {}, achievement: {}, quads: [] };

/** A number as `xsd:decimal`, which has no exponent. Programs read the same number from it. */
function decimalOf(number: number): string {
  const text = String(number);
  const [, sign, first, rest = '', zeros] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return zeros === undefined ? text : `${sign}0.${'0'.repeat(Number(zeros) - 1)}${first}${rest}`;
}

/**
 * How JSON-LD writes a number (JSON-LD 1.1 API section 8.2.2). Null for one that it rounds, so that another number would have the
 * same signature.
 */
function floatOf(number: number): string | null {
  if (Number.isSafeInteger(number)) return String(number);
  const text = number.toExponential(15).replace(/(\d)0*e\+?/, '$1E');
  return String(number).includes('.') && Number(text) === number ? text : null;
}

const textOf = ({ kind, value }: CredentialField) =>
  kind === 'number' ? decimalOf(Number(value)) : `${value}`;

/** A value where Open Badges has a place for it: in the member of the subject, and in RDF. */
type Placed = { value: string | number; object: string };

const plainText = ({ value }: CredentialField): Placed => ({
  value: `${value}`,
  object: literal(`${value}`),
});
const startOfDay = ({ value }: CredentialField): Placed => {
  const time = `${value}T00:00:00Z`;
  return { value: time, object: literal(time, BADGE_DATE) };
};
function float({ value }: CredentialField): Placed | null {
  const text = floatOf(Number(value));
  return text === null ? null : { value: Number(value), object: literal(text, BADGE_FLOAT) };
}

type Place = { kinds: FieldKind[]; write: (field: CredentialField) => Placed | null };

/** How the members in `SUBJECT_MEMBERS` are written, for the kinds that fit. */
const PLACES = new Map<string, Place>([
  ['credits', { kinds: ['number'], write: float }],
  ['licenceNumber', { kinds: ['text', 'choice', 'running'], write: plainText }],
  ['term', { kinds: ['text', 'choice'], write: plainText }],
  ['activityStart', { kinds: ['date'], write: startOfDay }],
  ['activityEnd', { kinds: ['date'], write: startOfDay }],
]);

/** The keys of fields that are results, with the `resultType` that says no more than is known. */
const RESULT_TYPES = new Map([
  ['grade', 'Result'],
  ['score', 'RawScore'],
]);
const RESULT_KINDS: FieldKind[] = ['text', 'number', 'choice'];

/** A value where Open Badges has a place for it: members of the subject and of the achievement, and RDF statements. */
type Part = Omit<FieldsPart, 'contexts'>;

/** Writes a result and its description, whose ID ends with the key of the field. */
function writeResult(field: CredentialField, resultType: string, achievement: string): Part {
  const { key, name } = field;
  const id = `${achievement}#${key}`;
  const value = textOf(field);
  const result = `_:result-${key}`;
  return {
    subject: { result: [{ type: ['Result'], resultDescription: id, value }] },
    achievement: { resultDescription: [{ id, type: ['ResultDescription'], name, resultType }] },
    quads: [
      [iri(achievement), badges('resultDescription'), iri(id)],
      [iri(id), TYPE, badges('ResultDescription')],
      [iri(id), NAME, literal(name)],
      [iri(id), badges('resultType'), literal(resultType)],
      ['_:subject', badges('result'), result],
      [result, TYPE, badges('Result')],
      [result, badges('resultDescription'), literal(id, BADGE_URI)],
      [result, VALUE, literal(value)],
    ],
  };
}

/** Writes a value where Open Badges has a place for it. Null if it has none. */
function writePlaced(field: CredentialField, achievement: string): Part | null {
  const { key, kind } = field;
  const resultType = RESULT_TYPES.get(key);
  if (resultType !== undefined && RESULT_KINDS.includes(kind))
    return writeResult(field, resultType, achievement);
  const [place, member] = [PLACES.get(key), SUBJECT_MEMBERS[key]];
  const placed = place?.kinds.includes(kind) ? place.write(field) : null;
  if (!placed || member === undefined) return null;
  return {
    subject: { [member]: placed.value },
    achievement: {},
    quads: [['_:subject', badges(member), placed.object]],
  };
}

/** Writes the entry of a field in the site's own term, without its value if Open Badges has a place for it. */
function writeEntry(field: CredentialField, blank: string, context: string, isPlaced: boolean) {
  const { key, name, visibility } = field;
  const { type, datatype }: { type: string; datatype?: string } = FIELD_TYPES[field.kind];
  const term = (member: string) => iri(`${context}#${member}`);
  const value = textOf(field);
  const quads: Quad[] = [
    ['_:subject', term('fields'), blank],
    [blank, TYPE, term(type)],
    [blank, term('key'), literal(key)],
    [blank, NAME, literal(name)],
    ...visibility.map((audience): Quad => [blank, term('visibility'), literal(audience)]),
  ];
  if (!isPlaced) quads.push([blank, term('value'), literal(value, datatype)]);
  return { entry: { type, key, name, visibility, ...(!isPlaced && { value }) }, quads };
}

const listsIn = (parts: JsonObject[], name: string) => {
  const items = parts.flatMap((part) => part[name] ?? []);
  return items.length > 0 && { [name]: items };
};

/**
 * Writes the issuer's own fields of a credential.
 * @param id of the credential, whose origin serves the context of the fields
 * @param achievement ID of its achievement
 */
export function writeFields(
  { id, fields: column = null }: { id: string; fields?: string | null | undefined },
  achievement: string,
): FieldsPart {
  const fields = carriedFields(readFrozen(column));
  if (fields.length === 0) return NO_FIELDS;
  const context = new URL(FIELDS_CONTEXT_PATH, id).href;
  const parts = fields.map((field) => writePlaced(field, achievement));
  const written = fields.map((field, at) => writeEntry(field, `_:field-${at}`, context, parts[at] !== null));
  const placed = parts.filter((part) => part !== null);
  const subjects = placed.map(({ subject }) => subject);
  return {
    contexts: [context],
    subject: {
      ...Object.assign({}, ...subjects),
      ...listsIn(subjects, 'result'),
      fields: written.map(({ entry }) => entry),
    },
    achievement: {
      ...listsIn(
        placed.map((part) => part.achievement),
        'resultDescription',
      ),
    },
    quads: [...placed, ...written].flatMap(({ quads }) => quads),
  };
}
