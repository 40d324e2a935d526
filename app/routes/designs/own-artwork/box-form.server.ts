import { boxLabels } from '#app/designs/own-artwork/box-labels.ts';
import { type ArtworkBox, BOX_KINDS, boxDefaults, MOST_BOXES } from '#app/drawing/own-artwork/artwork.ts';
import { readNumber } from '#app/shared/entered-numbers.ts';
import { t } from '#messages';
import { fieldOfBox, NUMBERS, toStore } from './box-form.ts';

type Fields = Record<string, string>;

export type EnteredBoxes = {
  boxes: ArtworkBox[];
  /** Messages by field, of numbers that cannot be read. Their boxes have the usual ones. */
  errors: Record<string, string[]>;
};

const numbersIn = (fields: Fields): number[] =>
  Object.keys(fields)
    .flatMap((name) => /^box-(\d{1,3})-kind$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other)
    // One more is refused with the others.
    .slice(0, MOST_BOXES + 1);

/** Reads the fields of one box. What the form does not have, because its kind does not need it, is as usual. */
function readBox(fields: Fields, number: number, errors: EnteredBoxes['errors']): ArtworkBox {
  const entered = (name: keyof ArtworkBox) => fields[fieldOfBox(number, name)];
  const kind = BOX_KINDS.find((known) => known === entered('kind')) ?? 'text';
  const usual = boxDefaults(kind);
  const texts = (['text', 'picture', 'align', 'typeface', 'colour', 'long'] as const).flatMap((name) => {
    const text = entered(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const numbers = NUMBERS.flatMap((name) => {
    const text = entered(name);
    if (text === undefined) return [];
    const read = readNumber(text);
    if (read) return [[name, toStore(name, read.value)] as const];
    errors[fieldOfBox(number, name)] = [t('boxEditor.labelMustBeANumber', { label: boxLabels()[name] })];
    return [];
  });
  return { ...usual, ...Object.fromEntries(texts), ...Object.fromEntries(numbers) };
}

/** The boxes of a form without a script, which has fields for each. Null for a form that sends them as JSON. */
export function enteredBoxes(fields: Fields): EnteredBoxes | null {
  if (fields.boxes !== undefined) return null;
  const errors: EnteredBoxes['errors'] = {};
  return { boxes: numbersIn(fields).map((number) => readBox(fields, number, errors)), errors };
}

/** The boxes of a refused form as JSON, for its page. Empty if they cannot be read. */
export function boxesToShow(fields: Fields): ArtworkBox[] {
  const entered = enteredBoxes(fields);
  if (entered) return entered.boxes;
  try {
    const list: unknown = JSON.parse(fields.boxes ?? '');
    return Array.isArray(list) ? list.slice(0, MOST_BOXES).map(toShow) : [];
  } catch {
    return [];
  }
}

/** A box with all of its properties, each of its own type. */
function toShow(entry: unknown): ArtworkBox {
  const given = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {};
  const kind = BOX_KINDS.find((known) => known === given.kind) ?? 'text';
  const usual = boxDefaults(kind);
  const same = Object.entries(usual).map(([name, value]) => {
    const own = given[name];
    const isSame = typeof own === typeof value || (name === 'picture' && typeof own === 'string');
    return [name, isSame && own !== null ? own : value];
  });
  return { ...(Object.fromEntries(same) as ArtworkBox), kind };
}
