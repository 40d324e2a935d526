import { z } from 'zod';
import { formatList } from '#app/messages/format-numbers.ts';
import { readNumber, unmistakable } from '#app/shared/entered-numbers.ts';
import { calendarDate, line, requiredText } from '#app/shared/fields.ts';
import { onlyMeaning } from '#app/shared/lists/written-dates.ts';
import { safeParse } from '#app/shared/parse.server.ts';
import { printedLine } from '#app/shared/printable.ts';
import { fold } from '#db/folding.ts';
import { t } from '#messages';
import { type FrozenField, type OwnField, PICTURE_HASH, USUAL_LENGTH } from './own-fields.ts';

const MOST_LISTED = 10;
/** Numbers that are exact and have few digits. */
const MAX_NUMBER = 1_000_000_000_000;

/** Words of spreadsheets and of the site's languages. */
const YES = new Set('yes y true 1 x ✓ on ja oui sí si sim نعم हाँ हां 是'.split(' '));
const NO = new Set('no n false 0 off nein non não nao لا नहीं 否'.split(' '));

/** What of a field's declaration decides about its values. */
type Readable = Pick<OwnField, 'name' | 'kind' | 'visibility' | 'rules'>;

function numberSchema({ name: label, rules }: Readable) {
  const [min, max] = [Number(rules.min ?? -MAX_NUMBER), Number(rules.max ?? MAX_NUMBER)];
  const values = { label, min: unmistakable(min), max: unmistakable(max) };
  return z
    .union(
      [z.number(), z.string()],
      requiredText(() => label),
    )
    .transform((entered, context) => {
      const read =
        typeof entered === 'number' ? { value: entered, hasTwoMeanings: false } : readNumber(entered);
      if (read && !read.hasTwoMeanings && read.value >= min && read.value <= max) return read.value;
      const message = !read
        ? t('ownFields.labelMustBeANumber', values)
        : read.hasTwoMeanings
          ? t('ownFields.labelMayBeTwoNumbers', values)
          : t('ownFields.labelMustBeFromMinToMax', values);
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}

function dateSchema({ name: label, rules }: Readable) {
  const [min, max] = [String(rules.min ?? '0001-01-01'), String(rules.max ?? '9999-12-31')];
  return z
    .preprocess(
      (entered) => (typeof entered === 'string' ? (onlyMeaning(entered) ?? entered) : entered),
      calendarDate(() => label),
    )
    .refine((date) => date >= min && date <= max, {
      error: () => t('ownFields.labelMustBeFromMinToMax', { label, min, max }),
    });
}

/** The choice that a text means, however it is written. */
function choiceSchema({ name: label, rules: { choices = [] } }: Readable) {
  const byText = new Map(choices.map((choice) => [fold(choice, { ignoreCase: true }), choice]));
  return z
    .union(
      [z.string(), z.number()],
      requiredText(() => label),
    )
    .transform((entered, context) => {
      const choice = byText.get(fold(String(entered).trim(), { ignoreCase: true }));
      if (choice !== undefined) return choice;
      const some = choices.length > MOST_LISTED ? [...choices.slice(0, MOST_LISTED), '…'] : choices;
      const message = t('ownFields.labelMustBeOneOf', { label, choices: formatList(some) });
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}

const booleanSchema = ({ name: label }: Readable) =>
  z
    .union(
      [z.boolean(), z.number(), z.string()],
      requiredText(() => label),
    )
    .transform((entered, context) => {
      const word = String(entered).trim().toLowerCase();
      if (YES.has(word)) return true;
      if (NO.has(word)) return false;
      context.addIssue({ code: 'custom', message: t('ownFields.labelMustBeYesOrNo', { label }) });
      return z.NEVER;
    });

/** A number of a spreadsheet or a program is a text, too. */
const textSchema = ({ name: label, rules, visibility }: Readable) =>
  z.preprocess(
    (entered) => (typeof entered === 'number' ? String(entered) : entered),
    (visibility.includes('certificate') ? printedLine : line)(() => label, rules.maxLength ?? USUAL_LENGTH),
  );

const pictureSchema = ({ name: label }: Readable) =>
  z
    .string(requiredText(() => label))
    .trim()
    .toLowerCase()
    .regex(PICTURE_HASH, { error: () => t('ownFields.labelMustBeAPhotograph', { label }) });

const refused = ({ name: label }: Readable) =>
  z.never({ error: () => t('ownFields.labelIsGivenByTheSite', { label }) });

const SCHEMAS: Record<OwnField['kind'], (field: Readable) => z.ZodType<FrozenField['value']>> = {
  text: textSchema,
  number: numberSchema,
  date: dateSchema,
  choice: choiceSchema,
  boolean: booleanSchema,
  picture: pictureSchema,
  running: refused,
};

/** Made once for a field, because making them takes longer than all else about its value. */
const schemas = new WeakMap<Readable, z.ZodType<FrozenField['value']>>();

function schemaOf(field: Readable): z.ZodType<FrozenField['value']> {
  const known = schemas.get(field) ?? SCHEMAS[field.kind](field);
  schemas.set(field, known);
  return known;
}

/** A value that fits its field. @returns its messages otherwise */
export function readValue(
  field: Readable,
  entered: unknown,
): { value: FrozenField['value'] } | { problems: string[] } {
  const result = safeParse(schemaOf(field), entered);
  return result.success
    ? { value: result.data }
    : { problems: result.error.issues.map(({ message }) => message) };
}
