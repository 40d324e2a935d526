import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { type Actor, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { PLACEHOLDERS } from '#app/drawing/placeholders.ts';
import { inLanguage, languages } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, type FieldErrors, invalid, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { fold } from '#db/folding.ts';
import { certificateFields } from '#db/schema/fields.ts';
import { t } from '#messages';
import { type Declaration, withChanges } from './field.schema.server.ts';
import { declarationLabels } from './field-labels.ts';
import { fieldsInUse } from './field-values.server.ts';
import { FIELD_NAMES, FIELDS, headingOf } from './fields.ts';
import { countOf } from './give-numbers.server.ts';
import { MOST_FIELDS, type OwnField } from './own-fields.ts';

const RETIRED_PAGE = 50;

/** Further members of a certificate in the API. A test compares them. */
export const MEMBERS = [
  'uniqueId',
  'issuedBy',
  'designId',
  'fields',
  'verified',
  'status',
  'revocation',
  'replacedBy',
  'replaces',
  'renewedBy',
  'renews',
  'scheduledFor',
  'notIssued',
  'imageLink',
  'pngUrl',
  'pdfUrl',
  'credentialUrl',
  'proofUrl',
  'createdAt',
] as const;

const folded = (name: string) => fold(name, { ignoreCase: true });

let builtIn: ReadonlySet<string> | undefined;

/** Keys and names, in all languages, of what certificates have without own fields. */
function builtInNames(): ReadonlySet<string> {
  const labels = () =>
    FIELD_NAMES.flatMap((name) => [FIELDS[name].label(), headingOf(name), FIELDS[name].correction()]);
  builtIn ??= new Set(
    [
      ...PLACEHOLDERS,
      ...MEMBERS,
      ...FIELD_NAMES,
      ...languages().flatMap((language) => inLanguage(language, labels)),
    ].map(folded),
  );
  return builtIn;
}

type Named = Pick<Declaration, 'key' | 'name' | 'kind'>;

/** @throws AppError invalid, naming `key` or `name` */
function requireFreeNames(others: readonly OwnField[], { key, name, kind }: Named) {
  const labels = declarationLabels(kind);
  const errors: FieldErrors = {};
  for (const [member, text] of Object.entries({ key, name }) as ['key' | 'name', string][]) {
    const label = labels[member];
    const other = others.find((field) =>
      [field.key, field.name].some((taken) => folded(taken) === folded(text)),
    );
    // Values are members of objects by key, which have 'constructor' and 'toString' without being given any.
    const isInherited = member === 'key' && key in Object.prototype;
    if (isInherited || builtInNames().has(folded(text)))
      errors[member] = [t('ownFields.labelIsBuiltIn', { label })];
    else if (other) errors[member] = [t('ownFields.labelIsTakenByName', { label, name: other.name })];
  }
  const first = Object.values(errors)[0]?.[0];
  if (first !== undefined) throw invalid(first, errors);
}

const nameOfField = preparedValue<string>('select name from certificate_fields where seq = ?');

/** Fields with the same pattern share one count, also with retired ones. @throws AppError invalid, naming `per` */
function requireSameCount(
  issuerId: string,
  inUse: readonly OwnField[],
  { rules: { pattern, per } }: Declaration,
) {
  const counted = pattern === undefined ? undefined : countOf(issuerId, pattern);
  if (!counted || counted.per === per) return;
  const message = inUse.some(({ rules }) => rules.pattern === pattern)
    ? t('ownFields.thisPatternIsCountedOtherwise')
    : t('ownFields.theRetiredFieldIsCountedOtherwise', { name: nameOfField().get(counted.seq) ?? '' });
  throw invalid(message, { per: [message] });
}

/** A field of the actor, which may be retired. @throws AppError not-found */
function ownRow(tx: Pick<Transaction, 'select'>, actor: Issuer, id: string) {
  const row = tx
    .select()
    .from(certificateFields)
    .where(and(eq(certificateFields.id, id), eq(certificateFields.issuerId, actor.organisation.id)))
    .get();
  if (!row) throw notFound();
  return row;
}

/** What the audit trail keeps of a field. */
const recorded = ({ key, name, isRequired, isSearched, rules }: Declaration) => ({
  key,
  name,
  isRequired,
  isSearched,
  rules: JSON.stringify(rules),
});

/** The field in use that was declared in the same way, as by a second click or another member. */
const sameDeclaration = (fields: readonly OwnField[], declared: Declaration) =>
  fields.find((field) => isDeepStrictEqual({ ...field, ...declared }, field));

/**
 * Declares a field for the actor's certificates. One that is declared already in the same way is returned.
 * @throws AppError unauthenticated; forbidden; invalid for a name or key that is taken; conflict with too many fields
 */
export function declareField(actor: Actor, declared: Declaration): OwnField {
  requireIssuer(actor, 'certificates');
  const issuerId = actor.organisation.id;
  return transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const fields = fieldsInUse(issuerId);
    const same = sameDeclaration(fields, declared);
    if (same) return storeAnswer(tx, same);
    if (fields.length >= MOST_FIELDS)
      throw new AppError('conflict', t('ownFields.youAlreadyUseMostFields', { most: MOST_FIELDS }));
    requireFreeNames(fields, declared);
    requireSameCount(issuerId, fields, declared);
    const field = { id: newId(), ...declared };
    tx.insert(certificateFields)
      .values({ ...field, issuerId, createdAt: now() })
      .run();
    recordAct(tx, actor, 'field.declared', { object: ['field', field.id], after: recorded(field) });
    return storeAnswer(tx, field);
  });
}

const NEVER_CHANGED = ['key', 'kind', 'visibility', 'pattern', 'start', 'per'] as const;

/** @throws AppError invalid for a change of what certificates rely on */
function requireSameKind(before: Declaration, after: Declaration) {
  for (const member of NEVER_CHANGED) {
    const of = (declared: Declaration) => String({ ...declared, ...declared.rules }[member]);
    if (of(before) === of(after)) continue;
    const label = declarationLabels(before.kind)[member];
    const message = t('ownFields.labelNeverChanges', { label });
    throw invalid(message, { [member]: [message] });
  }
}

/**
 * Changes a field. Issued certificates keep their values and names.
 * @param entered members of `declarationSchema`. Absent members do not change, and null removes a rule
 * @throws AppError unauthenticated; forbidden; not-found; invalid, also for another key, kind or visibility; conflict for a retired field
 */
export function changeField(actor: Actor, id: string, entered: Record<string, unknown>): OwnField {
  requireIssuer(actor, 'certificates');
  return transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const { retiredAt, ...before } = ownRow(tx, actor, id);
    if (retiredAt !== null) throw new AppError('conflict', t('ownFields.thisFieldIsRetired'));
    const after = withChanges(before, entered);
    requireSameKind(before, after);
    const others = fieldsInUse(actor.organisation.id).filter((field) => field.id !== id);
    requireFreeNames(others, after);
    const { name, isRequired, isSearched, rules } = after;
    const acts = { before: recorded(before), after: recorded(after) };
    if (JSON.stringify(acts.before) !== JSON.stringify(acts.after)) {
      tx.update(certificateFields)
        .set({ name, isRequired, isSearched, rules })
        .where(eq(certificateFields.seq, before.seq))
        .run();
      recordAct(tx, actor, 'field.changed', { object: ['field', id], ...acts });
    }
    return storeAnswer(tx, { id, ...after });
  });
}

/**
 * Retires a field. New certificates no longer have it, and issued ones keep their values.
 * @throws AppError unauthenticated; forbidden; not-found; conflict for a field that is retired already
 */
export function retireField(actor: Actor, id: string) {
  requireIssuer(actor, 'certificates');
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const { seq } = ownRow(tx, actor, id);
    const { changes } = tx
      .update(certificateFields)
      .set({ retiredAt: now() })
      .where(and(eq(certificateFields.seq, seq), isNull(certificateFields.retiredAt)))
      .run();
    if (changes === 0) throw new AppError('conflict', t('ownFields.thisFieldIsAlreadyRetired'));
    recordAct(tx, actor, 'field.retired', { object: ['field', id] });
    storeAnswer(tx);
  });
}

/**
 * The fields of the actor that are in use, in the order of their declaration.
 * @throws AppError unauthenticated; forbidden
 */
export function listFields(actor: Actor): readonly OwnField[] {
  requireIssuer(actor, 'read');
  return fieldsInUse(actor.organisation.id);
}

/**
 * One page of the actor's retired fields, the last declared first.
 * @throws AppError unauthenticated; forbidden; invalid
 */
export function listRetiredFields(actor: Actor, { cursor }: { cursor?: string | undefined }) {
  requireIssuer(actor, 'read');
  const found = db()
    .select()
    .from(certificateFields)
    .where(
      and(
        eq(certificateFields.issuerId, actor.organisation.id),
        lt(certificateFields.seq, seqBefore(cursor)),
        isNotNull(certificateFields.retiredAt),
      ),
    )
    .orderBy(desc(certificateFields.seq))
    .limit(RETIRED_PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, RETIRED_PAGE);
  return { fields: rows as OwnField[], nextCursor };
}

/**
 * A field of the actor that is in use.
 * @throws AppError unauthenticated; forbidden; not-found, also for a retired field
 */
export function findField(actor: Actor, id: string): OwnField {
  requireIssuer(actor, 'certificates');
  const row = ownRow(db(), actor, id);
  if (row.retiredAt !== null) throw notFound();
  return row;
}
