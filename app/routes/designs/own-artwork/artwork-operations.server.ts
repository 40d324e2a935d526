import type { Background } from '#app/designs/background.server.ts';
import {
  type ArtworkBox,
  type ArtworkPage,
  BOX_KINDS,
  boxDefaults,
  LEAST_SIDE,
  MAX_BOX_TEXT,
  micronsOf,
  TYPE_SIZES,
} from '#app/drawing/own-artwork/artwork.ts';
import { mirrored, newBox, reordered, withCopy } from './edit-boxes.ts';
import { MILLIMETRE, movedBox } from './place-boxes.ts';

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
  { boxes, page }: { boxes: readonly ArtworkBox[]; page: ArtworkPage },
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
export function onPage(boxes: readonly ArtworkBox[], page: ArtworkPage): ArtworkBox[] {
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
export function firstBoxes(page: ArtworkPage, hasWords: boolean): ArtworkBox[] {
  const size = micronsOf(page);
  const [name, qr, id] = (['text', 'qr', 'id'] as const).map((kind) => newBox(kind, [], size));
  if (!name || !qr || !id) return [];
  const right = size.width - MARGIN;
  const idPlace = { x: right - id.width, y: size.height - MARGIN - id.height };
  const qrPlace = { x: right - (id.width + qr.width) / 2, y: idPlace.y - GAP - qr.height };
  return [...(hasWords ? [] : [name]), { ...qr, ...qrPlace }, { ...id, ...idPlace }];
}
