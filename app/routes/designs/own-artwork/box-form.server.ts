import type { Background } from '#app/designs/background.server.ts';
import { boxLabels } from '#app/designs/own-artwork/texts.ts';
import {
  type ArtworkBox,
  BOX_KINDS,
  boxDefaults,
  LEAST_SIDE,
  MAX_BOX_TEXT,
  MAX_LINES,
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
import { MILLIMETRE, movedBox, type Place, type Size } from './place-boxes.ts';

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

const MICRONS_PER_POINT = 25_400 / 72;
/** Height of a line, as a share of the size of its type. */
const LINE = 1.3;
/** How far from the middle of the page the middle of centred words may be, as a share of its width. */
const CENTRED = 0.05;

const rightOf = ({ x, width }: Place) => x + width;
const bottomOf = ({ y, height }: Place) => y + height;

/** The part of the page in which a text may become longer than the one at a place: as far as the margins and what stands beside it. */
function roomAt(place: Place, page: Size, others: readonly Place[]) {
  const beside = others.filter((other) => other.y < bottomOf(place) && place.y < bottomOf(other));
  const before = beside.filter((other) => rightOf(other) <= place.x).map((other) => rightOf(other) + GAP);
  const after = beside.filter(({ x }) => x >= rightOf(place)).map(({ x }) => x - GAP);
  return {
    left: Math.min(place.x, Math.max(MARGIN, ...before)),
    right: Math.max(rightOf(place), Math.min(page.width - MARGIN, ...after)),
  };
}

/** Where values stand that are longer than the words in their place: on both sides of the middle, or on the side with more room. */
function placeOfValues(place: Place, page: Size, others: readonly Place[]) {
  const { left, right } = roomAt(place, page, others);
  const middle = place.x + place.width / 2;
  if (Math.abs(middle - page.width / 2) < page.width * CENTRED) {
    const half = Math.floor(Math.max(place.width / 2, Math.min(middle - left, right - middle)));
    return { ...place, x: Math.round(middle) - half, width: 2 * half, align: 'center' as const };
  }
  if (right - rightOf(place) >= place.x - left) {
    return { ...place, width: right - place.x, align: 'left' as const };
  }
  return { ...place, x: left, width: rightOf(place) - left, align: 'right' as const };
}

/**
 * The box that stands for words of the background, where they stand, with room for longer values.
 * @param others what it must not reach: the other words and the boxes
 */
export function boxOfWords(
  words: Background['words'],
  surface: Surface,
  others: readonly Place[],
): ArtworkBox {
  const usual = boxDefaults('text');
  const page = micronsOf(surface);
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  const right = Math.max(...words.map(rightOf));
  const bottom = Math.max(...words.map(bottomOf));
  const largest = Math.max(...words.map(({ size }) => size));
  const size = Math.min(Math.max(Math.round(largest * 2) / 2, TYPE_SIZES.least), TYPE_SIZES.most);
  const text = words
    .map((word) => word.text)
    .join(' ')
    .slice(0, MAX_BOX_TEXT);
  const ink = { x, y, width: Math.max(right - x, LEAST_SIDE), height: Math.max(bottom - y, LEAST_SIDE) };
  // Capitals and small letters need more than the words' own ink, as far as nothing stands above and below.
  const near = others.filter((other) => other.x < right && x < rightOf(other));
  const height = Math.round(Math.max(ink.height, size * LINE * MICRONS_PER_POINT));
  const top = Math.max(0, ...near.map(bottomOf).filter((edge) => edge <= y));
  const foot = Math.min(page.height, ...near.map((other) => other.y).filter((edge) => edge >= bottom));
  const above = Math.min(Math.round((height - ink.height) / 2), y - top, foot - bottom);
  const tall = { ...ink, y: y - above, height: ink.height + 2 * above };
  const baselines = words.map(({ baseline }) => baseline).sort((one, other) => one - other);
  const isNext = (at: number, index: number) =>
    at - (baselines[index - 1] ?? at) > (size / 2) * MICRONS_PER_POINT;
  const lines = 1 + baselines.filter(isNext).length;
  return {
    ...usual,
    ...placeOfValues(tall, page, others),
    text,
    size,
    minSize: Math.min(usual.minSize, size),
    long: lines > 1 ? 'wrap' : 'shrink',
    lines: Math.min(lines, MAX_LINES),
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
