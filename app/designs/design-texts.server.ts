import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { exampleValue } from '#app/certificates/example-values.ts';
import { fieldsInUse, freeze } from '#app/certificates/field-values.server.ts';
import {
  type FieldValues,
  type FrozenField,
  type OwnField,
  USUAL_LENGTH,
} from '#app/certificates/own-fields.ts';
import { fillPattern, HIGHEST_START } from '#app/certificates/running-numbers.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { type Design, MAX_FILLED_LENGTH } from '#app/drawing/design.ts';
import { type ArtworkBox, isPhoto } from '#app/drawing/own-artwork/artwork.ts';
import {
  fillFormatted,
  isBuiltIn,
  PLACEHOLDERS,
  type Placeholder,
  type PlaceholderValues,
  placeholdersIn,
} from '#app/drawing/placeholders.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { MAX_LINE_LENGTH } from '#app/shared/fields.ts';
import { t } from '#messages';
import { fieldLabels, type TextName } from './design-form.ts';
import { ofBox, ofFace } from './own-artwork/texts.ts';

type FilledText = TextName | 'mailSubject' | 'mailText';

const LONGEST_NAME = 'x'.repeat(MAX_LINE_LENGTH);
/** As long as a date in words or a number of any language. */
const LONGEST_DATE = 'x'.repeat(32);

/** Values of placeholders that are as long as those of any certificate. */
const LONGEST_VALUES: PlaceholderValues = {
  student: LONGEST_NAME,
  course: LONGEST_NAME,
  issuer: LONGEST_NAME,
  issueDate: LONGEST_DATE,
  expiryDate: LONGEST_DATE,
  id: formatUniqueId('0000000000000000'),
};

/** Numbers of certificates that were replaced have the suffix `/2` and so on. */
const LONGEST_NUMBER = { number: 1_000 * HIGHEST_START, year: '9999', course: LONGEST_NAME };

const longestOf = ({ kind, rules }: OwnField): number => {
  if (kind === 'choice') return Math.max(0, ...(rules.choices ?? []).map(({ length }) => length));
  if (kind === 'running') return fillPattern(`${rules.pattern}/9999`, LONGEST_NUMBER).length;
  return kind === 'text' ? (rules.maxLength ?? USUAL_LENGTH) : LONGEST_DATE.length;
};

const isOnCertificate = ({ visibility }: OwnField) => visibility.includes('certificate');

/** The fields that texts of designs can print. */
const printedFields = (issuerId: string): OwnField[] =>
  fieldsInUse(issuerId).filter((field) => field.kind !== 'picture' && isOnCertificate(field));

/** The keys of the fields whose photographs designs can draw. */
export const photoKeys = (issuerId: string): string[] =>
  fieldsInUse(issuerId)
    .filter((field) => field.kind === 'picture' && isOnCertificate(field))
    .map(({ key }) => key);

/** Whether new certificates of an issuer can have a photograph on them. */
export const hasPhotos = (issuerId: string): boolean => photoKeys(issuerId).length > 0;

/** The placeholders of the actor's own fields, for the form. @throws AppError forbidden unless it is an active issuer */
export function ownPlaceholders(actor: Actor): string[] {
  requireIssuer(actor, 'read');
  return printedFields(actor.organisation.id).map(({ key }) => `{${key}}`);
}

/** The number of the line at a place of a text, for the message about what is there. */
export const lineAt = (text: string, index: number) => String(text.slice(0, index).split('\n').length);

const MOST_FILLED_MAIL = 10_000;

type Fields = {
  /** Those that texts can print. */
  own: readonly OwnField[];
  inUse: readonly OwnField[];
};

/** Why a text of a design cannot be saved because of its placeholders, or null. @param label its name for people */
function problemOfText(
  name: FilledText | null,
  label: string,
  text: string,
  { own, inUse }: Fields,
): string | null {
  const maxFilledLength = name === 'mailText' ? MOST_FILLED_MAIL : MAX_FILLED_LENGTH;
  const fieldOf = (key: string) => own.find((field) => field.key === key);
  const isKnown = ({ name: key, format }: Placeholder) => {
    const kind = isBuiltIn(key) ? (key.endsWith('Date') ? 'date' : 'text') : fieldOf(key)?.kind;
    return kind !== undefined && (format === undefined || kind === (format === 'long' ? 'date' : 'number'));
  };
  const known = placeholdersIn(text).filter(isKnown);
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(
    ([, inside]) => !known.some((each) => inside === [each.name, each.format].filter(Boolean).join(':')),
  );
  if (unknown) {
    const hidden = inUse.find((field) => field.key === unknown[1]?.split(':')[0]);
    if (hidden && !isOnCertificate(hidden))
      return t('design.labelHasAFieldThatIsNotOnTheCertificate', {
        label,
        placeholder: unknown[0],
        name: hidden.name,
      });
    const values = {
      label,
      placeholder: `{${unknown[1]?.slice(0, 40)}}`,
      known: [...PLACEHOLDERS, ...own.map(({ key }) => key)].map((key) => `{${key}}`).join(', '),
    };
    return name === 'mailText'
      ? t('design.labelHasAnUnknownPlaceholderInLine', { ...values, line: lineAt(text, unknown.index) })
      : t('design.labelHasAnUnknownPlaceholder', values);
  }
  const longest = ({ name: key }: Placeholder) => {
    const field = fieldOf(key);
    return isBuiltIn(key) ? LONGEST_VALUES[key] : 'x'.repeat(field ? longestOf(field) : 0);
  };
  const { length } = fillFormatted(text, longest);
  if (length <= maxFilledLength) return null;
  return t('design.labelMustHaveAtMostMaxfilledlength', {
    label,
    maxFilledLength,
    maxLineLength: MAX_LINE_LENGTH,
    length,
  });
}

/** @throws AppError invalid, naming the texts whose placeholders are not fields of this issuer, or become too long */
export function requireTexts(
  issuerId: string,
  { design, mail }: { design: Design; mail: { subject: string; text: string } },
) {
  const fields = { own: printedFields(issuerId), inUse: fieldsInUse(issuerId) };
  const texts = { ...design.texts, mailSubject: mail.subject, mailText: mail.text };
  const errors: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(texts) as [FilledText, string][]) {
    const problem = problemOfText(name, fieldLabels()[name], text, fields);
    if (problem !== null) errors[name] = [problem];
  }
  const inBoxes = design.artwork ? problemsInBoxes(issuerId, design.artwork.boxes, fields) : [];
  if (inBoxes.length > 0) errors.boxes = inBoxes;
  const inFaces = (design.artwork?.faces ?? []).flatMap(({ kind, boxes }) =>
    problemsInBoxes(issuerId, boxes, fields).map((problem) => ofFace(kind, problem)),
  );
  if (inFaces.length > 0) errors.faces = inFaces;
  const [first] = Object.values(errors).flat();
  if (first !== undefined) throw invalid(first, errors);
}

/** What own artwork says of placeholders and photographs that are no fields of its issuer. */
function problemsInBoxes(issuerId: string, boxes: readonly ArtworkBox[], fields: Fields): string[] {
  const photos = new Set(photoKeys(issuerId));
  return boxes.flatMap(({ text, picture }, index) => {
    const problem = problemOfText(null, t('ownArtwork.boxNumber', { number: index + 1 }), text, fields);
    const isUnknown = picture !== null && isPhoto(picture) && !photos.has(picture);
    return [
      ...(problem === null ? [] : [problem]),
      ...(isUnknown ? [ofBox(index, t('ownArtwork.aPictureIsLogoASignatureOrAField'))] : []),
    ];
  });
}

/** Values of own fields for previews of designs. */
export const sampleFields = (issuerId: string): FrozenField[] => fieldsWith(issuerId, exampleValue);

/** The same with a value for those that take any text, and with the longest choices. */
export const longFields = (issuerId: string, value: string): FrozenField[] =>
  fieldsWith(issuerId, (field) => {
    if (field.kind === 'text') return value.slice(0, field.rules.maxLength);
    if (field.kind !== 'choice') return exampleValue(field);
    const byLength = (field.rules.choices ?? []).toSorted((one, other) => other.length - one.length);
    return byLength[0] ?? exampleValue(field);
  });

function fieldsWith(issuerId: string, valueFor: (field: OwnField) => FrozenField['value']): FrozenField[] {
  const own = printedFields(issuerId);
  const values: FieldValues = Object.fromEntries(own.map((field) => [field.key, valueFor(field)]));
  return freeze(own, values);
}
