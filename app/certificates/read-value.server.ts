import { formatList } from '#app/messages/format-numbers.ts';
import { readNumber, unmistakable } from '#app/shared/entered-numbers.ts';
import { dateMessage, line, requiredText } from '#app/shared/fields.ts';
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

/** A value that fits its field, or messages. */
type Read = { value: FrozenField['value'] } | { problems: string[] };
/** Reads an entered value of one field. */
type Reader = (entered: unknown) => Read;

const problem = (message: string): Read => ({ problems: [message] });
const notText = (label: string, input: unknown) => problem(requiredText(() => label).error({ input }));

/** Spreadsheets and programs send a value as text or as a number. */
const isTextOrNumber = (entered: unknown): entered is string | number =>
  typeof entered === 'string' || Number.isFinite(entered);

function numberReader({ name: label, rules }: Readable): Reader {
  const [min, max] = [Number(rules.min ?? -MAX_NUMBER), Number(rules.max ?? MAX_NUMBER)];
  return (entered) => {
    if (!isTextOrNumber(entered)) return notText(label, entered);
    const read =
      typeof entered === 'number' ? { value: entered, hasTwoMeanings: false } : readNumber(entered);
    if (read && !read.hasTwoMeanings && read.value >= min && read.value <= max) return { value: read.value };
    const values = { label, min: unmistakable(min), max: unmistakable(max) };
    if (!read) return problem(t('ownFields.labelMustBeANumber', values));
    return problem(
      read.hasTwoMeanings
        ? t('ownFields.labelMayBeTwoNumbers', values)
        : t('ownFields.labelMustBeFromMinToMax', values),
    );
  };
}

function dateReader({ name: label, rules }: Readable): Reader {
  const [min, max] = [String(rules.min ?? '0001-01-01'), String(rules.max ?? '9999-12-31')];
  return (entered) => {
    const date = typeof entered === 'string' ? onlyMeaning(entered) : null;
    if (date === null) return problem(dateMessage(() => label).error({ input: entered }));
    if (date >= min && date <= max) return { value: date };
    return problem(t('ownFields.labelMustBeFromMinToMax', { label, min, max }));
  };
}

/** Reads the choice that a text means, however it is written. */
function choiceReader({ name: label, rules: { choices = [] } }: Readable): Reader {
  const byText = new Map(choices.map((choice) => [fold(choice, { ignoreCase: true }), choice]));
  return (entered) => {
    if (!isTextOrNumber(entered)) return notText(label, entered);
    const value = byText.get(fold(String(entered).trim(), { ignoreCase: true }));
    if (value !== undefined) return { value };
    const some = choices.length > MOST_LISTED ? [...choices.slice(0, MOST_LISTED), '…'] : choices;
    return problem(t('ownFields.labelMustBeOneOf', { label, choices: formatList(some) }));
  };
}

function booleanReader({ name: label }: Readable): Reader {
  return (entered) => {
    if (typeof entered !== 'boolean' && !isTextOrNumber(entered)) return notText(label, entered);
    const word = String(entered).trim().toLowerCase();
    if (YES.has(word)) return { value: true };
    return NO.has(word) ? { value: false } : problem(t('ownFields.labelMustBeYesOrNo', { label }));
  };
}

/** A line of ASCII, which is printed and stored as it is. */
const PLAIN_LINE = /^[!-~](?:[ -~]*[!-~])?$/;

function textReader({ name: label, rules, visibility }: Readable): Reader {
  const max = rules.maxLength ?? USUAL_LENGTH;
  const schema = (visibility.includes('certificate') ? printedLine : line)(() => label, max);
  return (entered) => {
    const text = typeof entered === 'number' ? String(entered) : entered;
    if (typeof text === 'string' && text.length <= max && PLAIN_LINE.test(text)) return { value: text };
    const result = safeParse(schema, text);
    return result.success
      ? { value: result.data }
      : { problems: result.error.issues.map(({ message }) => message) };
  };
}

function pictureReader({ name: label }: Readable): Reader {
  return (entered) => {
    if (typeof entered !== 'string') return notText(label, entered);
    const value = entered.trim().toLowerCase();
    return PICTURE_HASH.test(value) ? { value } : problem(t('ownFields.labelMustBeAPhotograph', { label }));
  };
}

const refuser = ({ name: label }: Readable): Reader => {
  return () => problem(t('ownFields.labelIsGivenByTheSite', { label }));
};

const READERS: Record<OwnField['kind'], (field: Readable) => Reader> = {
  text: textReader,
  number: numberReader,
  date: dateReader,
  choice: choiceReader,
  boolean: booleanReader,
  picture: pictureReader,
  running: refuser,
};

/** Made once for a field, because making them takes longer than reading a value. */
const readers = new WeakMap<Readable, Reader>();

/** Reads a value of a field. */
export function readValue(field: Readable, entered: unknown): Read {
  const reader = readers.get(field) ?? READERS[field.kind](field);
  readers.set(field, reader);
  return reader(entered);
}
