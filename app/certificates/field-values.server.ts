import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { type FieldErrors, invalid } from '#app/shared/errors.server.ts';
import { isBlank } from '#app/shared/parse.server.ts';
import { db, parameter, prepared, preparedValue } from '#db/client.ts';
import { certificateFields } from '#db/schema/fields.ts';
import { t } from '#messages';
import { requirePictures } from './field-pictures.server.ts';
import { controlOf, type FieldValues, type FrozenField, MOST_RETIRED, type OwnField } from './own-fields.ts';
import { readValue } from './read-value.server.ts';
import { awaitsNumber, ofReplacement } from './running-numbers.ts';

const inUse = prepared(() => {
  const { id, key, name, kind, isRequired, visibility, isSearched, rules, issuerId, retiredAt, seq } =
    certificateFields;
  return db()
    .select({ id, key, name, kind, isRequired, visibility, isSearched, rules })
    .from(certificateFields)
    .where(and(eq(issuerId, parameter('issuerId')), isNull(retiredAt)))
    .orderBy(asc(seq))
    .prepare();
});

/** Changes with each change of an issuer's fields. Their keys, kinds and visibility never change. */
const stateOf = preparedValue<string | null>(
  `select group_concat(concat_ws(char(0), id, name, is_required, is_searched, rules), char(0))
   from certificate_fields where issuer_id = ? and retired_at is null`,
);

type Read = { state: string | null; fields: readonly OwnField[] };

/** The fields of issuers as they were read last, because each certificate needs them. */
const lastRead = prepared(() => new Map<string, Read>());
const MOST_READ = 500;

/** The fields that an issuer's certificates have today, in the order of their declaration. */
export function fieldsInUse(issuerId: string): readonly OwnField[] {
  const state = stateOf().get(issuerId) ?? null;
  const known = lastRead().get(issuerId);
  if (known?.state === state) return known.fields;
  const fields = state === null ? [] : inUse().all({ issuerId });
  if (lastRead().size >= MOST_READ) lastRead().clear();
  lastRead().set(issuerId, { state, fields });
  return fields;
}

/** Whether somebody enters the values of a field. Running numbers are given when the certificate is issued. */
export const isEntered = ({ kind }: Pick<OwnField, 'kind'>) => kind !== 'running';

/** The fields of an issuer that are entered. */
export const enteredFieldsOf = (issuerId: string): readonly OwnField[] =>
  fieldsInUse(issuerId).filter(isEntered);

/**
 * Reads the entered values of a certificate's own fields. An absent field gets its default, and an empty one has no value.
 * @returns the values by key, and the messages by control
 */
export function readValues(fields: readonly OwnField[], entered: Record<string, unknown> = {}) {
  const values: FieldValues = {};
  const errors: FieldErrors = {};
  for (const field of fields) {
    const { key, name, rules, isRequired } = field;
    const typed = isBlank(entered[key]) ? undefined : entered[key];
    const given = Object.hasOwn(entered, key) ? typed : rules.default;
    if (given === undefined) {
      if (isRequired && isEntered(field))
        errors[controlOf(key)] = [t('common.labelIsRequired', { label: name })];
      continue;
    }
    const read = readValue(field, given);
    if ('value' in read) values[key] = read.value;
    else errors[controlOf(key)] = read.problems;
  }
  for (const key of Object.keys(entered)) {
    if (isBlank(entered[key]) || fields.some((field) => field.key === key)) continue;
    errors[controlOf(key)] = [t('ownFields.thereIsNoFieldKey', { key: key.slice(0, 30) })];
  }
  return { values, errors };
}

/** Values as a certificate keeps them, with the names of today. Running numbers are given when it is issued. */
export const freeze = (fields: readonly OwnField[], values: FieldValues): FrozenField[] =>
  fields.flatMap(({ key, name, kind, visibility, isSearched, rules }) => {
    const value = kind === 'running' ? rules.pattern : values[key];
    return value === undefined
      ? []
      : [{ key, name, kind, visibility, ...(isSearched && { isSearched }), value }];
  });

/** Values by key, as they were entered. */
type Entered = Record<string, unknown> | undefined;

/** Reads and freezes what was entered. @throws AppError invalid, naming `fields.key` */
function readFrozenValues(issuerId: string, fields: readonly OwnField[], entered: Entered): FrozenField[] {
  const { values, errors } = readValues(fields, entered);
  const first = Object.values(errors)[0]?.[0];
  if (first !== undefined) throw invalid(first, errors);
  const frozen = freeze(fields, values);
  requirePictures(issuerId, frozen);
  return frozen;
}

/**
 * The frozen values of an issuer's new certificate.
 * @throws AppError invalid, naming `fields.key`
 */
export const frozenFrom = (issuerId: string, entered: Entered): FrozenField[] =>
  readFrozenValues(issuerId, fieldsInUse(issuerId), entered);

/**
 * The same of what is entered so far, for a draft: values may be missing.
 * @param old the values of the certificate, if it waits
 * @throws AppError invalid, naming `fields.key`
 */
export const frozenSoFar = (
  issuerId: string,
  entered: Entered,
  old: readonly FrozenField[] = [],
): FrozenField[] =>
  changedFrom(
    issuerId,
    old,
    entered,
    fieldsInUse(issuerId).map((field) => ({ ...field, isRequired: false })),
  );

const valuesOf = (frozen: readonly FrozenField[]): FieldValues =>
  Object.fromEntries(frozen.map(({ key, value }) => [key, value]));

/** The field in use that a value is of. A later field of the same key may be of another kind, or for others. */
export const declarationOf = (
  fields: readonly OwnField[],
  { key, kind, visibility }: FrozenField,
): OwnField | undefined =>
  fields.find(
    (field) => field.key === key && field.kind === kind && String(field.visibility) === String(visibility),
  );

/** The values of retired fields, which stay as they are. */
const ofRetired = (fields: readonly OwnField[], frozen: readonly FrozenField[]) =>
  frozen.filter((value) => !declarationOf(fields, value));

/**
 * Values of fields in use, and those that were retired last. A certificate has one value for each key: that of a retired field gives
 * way to that of a later one.
 */
const withRetired = (frozen: FrozenField[], retired: FrozenField[]) => [
  ...frozen,
  ...retired.filter(({ key }) => !frozen.some((field) => field.key === key)).slice(0, MOST_RETIRED),
];

/** The values of a renewal: those of the old certificate, with the names of today, and new numbers. */
export function carriedOver(issuerId: string, old: readonly FrozenField[]): FrozenField[] {
  const fields = fieldsInUse(issuerId);
  const ofUse = old.filter((each) => declarationOf(fields, each));
  const retired = ofRetired(fields, old).filter(({ kind }) => kind !== 'running');
  return withRetired(freeze(fields, valuesOf(ofUse)), retired);
}

/**
 * The values of a certificate that waits, once others were entered. Those of fields that were retired meanwhile stay.
 * @throws AppError invalid, naming `fields.key`
 */
export function changedFrom(
  issuerId: string,
  old: readonly FrozenField[],
  entered: Entered,
  fields = fieldsInUse(issuerId),
): FrozenField[] {
  const retired = ofRetired(fields, old).filter(({ kind }) => kind !== 'running');
  const keys = new Set(retired.map(({ key }) => key));
  for (const { key } of fields) keys.delete(key);
  const ofUse = Object.fromEntries(Object.entries(entered ?? {}).filter(([key]) => !keys.has(key)));
  return withRetired(readFrozenValues(issuerId, fields, ofUse), retired);
}

/**
 * The values of a corrected certificate. What is not entered is carried over, and numbers are those of a replacement.
 * @throws AppError invalid, naming `fields.key`
 */
export function correctedFrom(
  issuerId: string,
  old: readonly FrozenField[],
  entered: Entered,
): FrozenField[] {
  const fields = fieldsInUse(issuerId);
  const retired = ofRetired(fields, old);
  const ofUse = old.filter((each) => !retired.includes(each));
  const kept = valuesOf(ofUse.filter(({ kind }) => kind !== 'running'));
  // A field without a value does not get its default.
  const empty = Object.fromEntries(fields.filter((field) => !field.isRequired).map(({ key }) => [key, '']));
  const frozen = readFrozenValues(issuerId, fields, { ...empty, ...kept, ...entered }).map((field) => {
    const number = awaitsNumber(field) && ofUse.find(({ key }) => key === field.key);
    return number ? ofReplacement({ ...number, name: field.name }) : field;
  });
  return withRetired(
    frozen,
    retired.map((field) => (field.kind === 'running' ? ofReplacement(field) : field)),
  );
}

/** More than an issuer has in use, and few enough for a spreadsheet. */
const MOST_COLUMNS = 100;

/**
 * The own fields that an issuer's certificates may have, one for each key, with the newest name: those in use and the last that were retired.
 * @throws AppError unauthenticated; forbidden
 */
export function fieldColumns(actor: Actor): { key: string; name: string }[] {
  requireIssuer(actor, 'read');
  const { key, name, issuerId, retiredAt, seq } = certificateFields;
  const newest = db()
    .select({ key, name })
    .from(certificateFields)
    .where(eq(issuerId, actor.organisation.id))
    .orderBy(sql`${retiredAt} is not null`, desc(seq))
    .limit(MOST_COLUMNS)
    .all()
    .toReversed();
  return [...new Map(newest.map((column) => [column.key, column])).values()];
}
