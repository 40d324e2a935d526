import { asList, firstObject, isObject, type JsonObject } from './json.ts';

// The fields that an issuer declares itself, such as hours or a licence number. A credential has them in a term of its own, `fields`,
// whose context each site serves. Values that Open Badges has a place for are there.

export const FIELDS_CONTEXT_PATH = '/contexts/fields/v1';
/** Its origin is part of IRIs, so it has nothing that N-Quads would have to escape. */
const FIELDS_CONTEXT =
  /^https?:\/\/(?:[a-z\d.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?\/contexts\/fields\/v1$/;

/** Whether an address is that of a site's context of own fields. All of them have the same terms. */
export const isFieldsContext = (address: unknown): address is string =>
  typeof address === 'string' && FIELDS_CONTEXT.test(address);

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** The types of fields, and the datatypes of their values. A number is written as a text, so that each digit is signed. */
export const FIELD_TYPES = {
  text: { type: 'TextField' },
  number: { type: 'NumberField', datatype: `${XSD}decimal` },
  date: { type: 'DateField', datatype: `${XSD}date` },
  choice: { type: 'ChoiceField' },
  boolean: { type: 'BooleanField', datatype: `${XSD}boolean` },
  picture: { type: 'PictureField' },
  running: { type: 'RunningField' },
} as const satisfies Record<string, { type: string; datatype?: string }>;

export type FieldKind = keyof typeof FIELD_TYPES;

/** A field in a credential. A picture's value is the SHA-256 of its bytes in hex. */
export type CredentialField = {
  key: string;
  /** On the day of issue. */
  name: string;
  kind: FieldKind;
  /** Who sees it besides the issuer and the holder. */
  visibility: string[];
  value: string | number | boolean;
};

/** The context of own fields at an address. Its IRIs begin with it, so that another address has another signature. */
export function fieldsContext(address: string): JsonObject {
  const iri = (name: string) => `${address}#${name}`;
  const typeOf = ({ type, datatype }: { type: string; datatype?: string }) => [
    type,
    {
      '@id': iri(type),
      '@context': {
        '@protected': true,
        key: iri('key'),
        visibility: { '@id': iri('visibility'), '@container': '@set' },
        value: { '@id': iri('value'), ...(datatype !== undefined && { '@type': datatype }) },
      },
    },
  ];
  return {
    '@context': {
      '@version': 1.1,
      '@protected': true,
      fields: { '@id': iri('fields'), '@container': '@set' },
      ...Object.fromEntries(Object.values(FIELD_TYPES).map(typeOf)),
    },
  };
}

/** The members of the subject in Open Badges that are places for values, by the keys of fields. */
export const SUBJECT_MEMBERS: Readonly<Record<string, string>> = {
  credits: 'creditsEarned',
  licenceNumber: 'licenseNumber',
  term: 'term',
  activityStart: 'activityStartDate',
  activityEnd: 'activityEndDate',
};

/** The value of a field whose own term has none, because Open Badges has a place for it. */
function placedValue(subject: JsonObject, key: string): unknown {
  const member = Object.hasOwn(SUBJECT_MEMBERS, key) ? SUBJECT_MEMBERS[key] : undefined;
  if (member === 'creditsEarned') return typeof subject[member] === 'number' ? `${subject[member]}` : null;
  if (member !== undefined) return subject[member];
  const isOf = ({ resultDescription: id }: JsonObject) => typeof id === 'string' && id.endsWith(`#${key}`);
  return asList(subject.result).filter(isObject).find(isOf)?.value;
}

/** A value by its kind. Null for one that no site writes. */
function readAs(kind: FieldKind, value: unknown): CredentialField['value'] | null {
  if (typeof value !== 'string') return null;
  if (kind === 'number') return value !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
  if (kind === 'boolean') return value === 'true';
  return kind === 'date' ? value.slice(0, 10) : value;
}

const KINDS = new Map<unknown, FieldKind>(
  Object.entries(FIELD_TYPES).map(([kind, { type }]) => [type, kind as FieldKind]),
);

function readField(subject: JsonObject, field: JsonObject): CredentialField | null {
  const { key, name, type, visibility } = field;
  const kind = KINDS.get(type);
  if (typeof key !== 'string' || typeof name !== 'string' || kind === undefined) return null;
  const value = readAs(kind, field.value ?? placedValue(subject, key));
  return value === null ? null : { key, name, kind, visibility: asList(visibility).map(String), value };
}

/**
 * The issuer's own fields in a credential. Null if one is not written as sites write it: other forms have the same signature, and
 * a reader that does not know them would miss the field. Of two fields with one key, one reader would show the one and another reader
 * the other, so sites write none.
 */
export function readFields(credential: JsonObject): CredentialField[] | null {
  if (!asList(credential['@context']).some(isFieldsContext)) return [];
  const subject = firstObject(credential.credentialSubject);
  const fields = asList(subject.fields).map((field) => (isObject(field) ? readField(subject, field) : null));
  const read = fields.filter((field) => field !== null);
  const isKeyTwice = new Set(read.map(({ key }) => key)).size < read.length;
  return read.length < fields.length || isKeyTwice ? null : read;
}
