import type { Background } from '#app/designs/background.server.ts';
import { boxLabels } from '#app/designs/own-artwork/texts.ts';
import {
  type ArtworkBox,
  BOX_KINDS,
  boxDefaults,
  LEAST_SIDE,
  MAX_BOX_TEXT,
  MOST_BOXES,
  micronsOf,
  mirrored,
  type Surface,
  TYPE_SIZES,
} from '#app/drawing/own-artwork/artwork.ts';
import { readNumber } from '#app/shared/entered-numbers.ts';
import { t } from '#messages';
import { fieldOfBox, NUMBERS, toStore } from './box-form.ts';
import { newBox, reordered, withCopy } from './edit-boxes.ts';
import { MILLIMETRE, movedBox } from './place-boxes.ts';

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

const MARGIN = 15 * MILLIMETRE;
const GAP = 2 * MILLIMETRE;

/* What the buttons of the form do with its boxes. */

export const OPERATIONS = ['add', 'copy', 'remove', 'up', 'down', 'mirror'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The list after a button, and the place of the box that is shown then. */
export type Changed = { boxes: ArtworkBox[]; at: number };

/**
 * @param at place of the box in the list
 * @param kind of a new box
 */
export function operate(
  operation: Operation,
  { boxes, page }: { boxes: readonly ArtworkBox[]; page: Surface },
  at: number,
  kind: string | undefined,
): Changed {
  const size = micronsOf(page);
  switch (operation) {
    case 'add': {
      const known = BOX_KINDS.find((name) => name === kind) ?? 'text';
      return { boxes: [...boxes, newBox(known, boxes, size)], at: boxes.length };
    }
    case 'copy':
      return { boxes: withCopy(boxes, at, size, (box) => box), at: at + 1 };
    case 'remove':
      return { boxes: boxes.toSpliced(at, 1), at: Math.min(at, boxes.length - 2) };
    case 'mirror':
      return { boxes: mirrored(boxes, size), at: 0 };
    case 'up':
      return { boxes: reordered(boxes, at, -1), at: at - 1 };
    case 'down':
      return { boxes: reordered(boxes, at, 1), at: at + 1 };
  }
}

/** The box that stands for words of the background, where they stand. */
export function boxOfWords(words: Background['words']): ArtworkBox {
  const usual = boxDefaults('text');
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  const right = Math.max(...words.map((word) => word.x + word.width));
  const bottom = Math.max(...words.map((word) => word.y + word.height));
  const largest = Math.max(...words.map(({ size }) => size));
  const size = Math.min(Math.max(Math.round(largest * 2) / 2, TYPE_SIZES.least), TYPE_SIZES.most);
  const text = words
    .map((word) => word.text)
    .join(' ')
    .slice(0, MAX_BOX_TEXT);
  return {
    ...usual,
    text,
    x,
    y,
    width: Math.max(right - x, LEAST_SIDE),
    height: Math.max(bottom - y, LEAST_SIDE),
    size,
    minSize: Math.min(usual.minSize, size),
  };
}

/** The boxes on another page: within it, and smaller if it has no room for them. */
export function onPage(boxes: readonly ArtworkBox[], page: Surface): ArtworkBox[] {
  const size = micronsOf(page);
  return boxes.map((box) => {
    const fitting = {
      ...box,
      width: Math.min(box.width, size.width),
      height: Math.min(box.height, size.height),
    };
    return { ...fitting, ...movedBox(fitting, { x: 0, y: 0 }, size, null).place };
  });
}

/** The boxes that a new design begins with: those that it must have, and a name if the background has no words that can become one. */
export function firstBoxes(page: Surface, hasWords: boolean): ArtworkBox[] {
  const size = micronsOf(page);
  const [name, qr, id] = (['text', 'qr', 'id'] as const).map((kind) => newBox(kind, [], size));
  if (!name || !qr || !id) return [];
  const right = size.width - MARGIN;
  const idPlace = { x: right - id.width, y: size.height - MARGIN - id.height };
  const qrPlace = { x: right - (id.width + qr.width) / 2, y: idPlace.y - GAP - qr.height };
  return [...(hasWords ? [] : [name]), { ...qr, ...qrPlace }, { ...id, ...idPlace }];
}
