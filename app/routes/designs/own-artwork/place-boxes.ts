import {
  type ArtworkBox,
  type BoxKind,
  LEAST_LINE,
  LEAST_QR,
  LEAST_SIDE,
} from '#app/drawing/own-artwork/artwork.ts';

/* Moving and resizing boxes. All places in thousandths of a millimetre. */

export type Size = { width: number; height: number };
export type Place = Pick<ArtworkBox, 'x' | 'y' | 'width' | 'height'>;
type Axis = 'x' | 'y';
export type By = Record<Axis, number>;
const SIDES = { x: 'width', y: 'height' } as const;
const AXES = ['x', 'y'] as const;

export const MILLIMETRE = 1_000;

/** The edges that a handle pulls: -1 for left or top, 1 for right or bottom. */
export const HANDLES = {
  nw: { x: -1, y: -1 },
  n: { x: 0, y: -1 },
  ne: { x: 1, y: -1 },
  e: { x: 1, y: 0 },
  se: { x: 1, y: 1 },
  s: { x: 0, y: 1 },
  sw: { x: -1, y: 1 },
  w: { x: -1, y: 0 },
} as const;
export type Handle = keyof typeof HANDLES;

/** What a box snaps to: the page, the other boxes, and how near it must be. */
export type Snapping = { others: readonly Place[]; within: number };
/** The lines to which a box has snapped. */
export type Guides = Record<Axis, number | null>;
export type Placed = { place: Place; guides: Guides };

const leastOf = (kind: BoxKind): number => {
  if (kind === 'qr') return LEAST_QR;
  return kind === 'line' ? LEAST_LINE : LEAST_SIDE;
};

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Edges and middles of the page and of the other boxes. */
function linesOf(axis: Axis, page: Size, others: readonly Place[]): number[] {
  const side = SIDES[axis];
  return [
    ...[0, page[side] / 2, page[side]],
    ...others.flatMap((box) => [0, box[side] / 2, box[side]].map((offset) => box[axis] + offset)),
  ];
}

/**
 * Where a start comes to lie: so that one of its points is on the nearest line, or else on whole millimetres.
 * @param offsets the points that snap, from the start
 */
function snap(start: number, offsets: readonly number[], lines: readonly number[], reach: number) {
  let best: { start: number; line: number; distance: number } | null = null;
  for (const line of lines) {
    for (const offset of offsets) {
      const distance = Math.abs(start + offset - line);
      if (distance <= reach && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
        best = { start: Math.round(line - offset), line, distance };
    }
  }
  return best ?? { start: Math.round(start / MILLIMETRE) * MILLIMETRE, line: null };
}

/** Moves a box within the page. Without `snapping` it comes to lie exactly where it was moved. */
export function movedBox(box: Place, by: By, page: Size, snapping: Snapping | null): Placed {
  const place: Place = { x: box.x, y: box.y, width: box.width, height: box.height };
  const guides: Guides = { x: null, y: null };
  for (const axis of AXES) {
    const side = box[SIDES[axis]];
    const most = Math.max(0, page[SIDES[axis]] - side);
    const wanted = within(Math.round(box[axis] + by[axis]), 0, most);
    // An axis along which it was not moved stays as it is.
    if (!snapping || by[axis] === 0) {
      place[axis] = wanted;
      continue;
    }
    const lines = linesOf(axis, page, snapping.others);
    const { start, line } = snap(wanted, [0, side / 2, side], lines, snapping.within);
    place[axis] = within(start, 0, most);
    guides[axis] = place[axis] === start ? line : null;
  }
  return { place, guides };
}

/** A QR code stays a square: of the height if only that was pulled, and as large as the page has room for. */
function asSquare(place: Place, pulled: By, page: Size): Place {
  const right = place.x + place.width;
  const bottom = place.y + place.height;
  const roomX = pulled.x < 0 ? right : page.width - place.x;
  const roomY = pulled.y < 0 ? bottom : page.height - place.y;
  const wanted = pulled.x === 0 ? place.height : place.width;
  const side = within(wanted, LEAST_QR, Math.min(roomX, roomY));
  return {
    x: pulled.x < 0 ? right - side : place.x,
    y: pulled.y < 0 ? bottom - side : place.y,
    width: side,
    height: side,
  };
}

/** Pulls edges of a box. It keeps its least size and stays on the page. */
export function resizedBox(
  box: Place & { kind: BoxKind },
  handle: Handle,
  by: By,
  page: Size,
  snapping: Snapping | null,
): Placed {
  const pulled = HANDLES[handle];
  const least = leastOf(box.kind);
  const place: Place = { x: box.x, y: box.y, width: box.width, height: box.height };
  const guides: Guides = { x: null, y: null };
  for (const axis of AXES) {
    const direction = pulled[axis];
    if (direction === 0) continue;
    const side = SIDES[axis];
    const end = box[axis] + box[side];
    const wanted = Math.round((direction < 0 ? box[axis] : end) + by[axis]);
    const snapped =
      snapping && by[axis] !== 0
        ? snap(wanted, [0], linesOf(axis, page, snapping.others), snapping.within)
        : { start: wanted, line: null };
    const edge =
      direction < 0
        ? within(snapped.start, 0, Math.max(0, end - least))
        : within(snapped.start, box[axis] + least, Math.max(page[side], box[axis] + least));
    if (direction < 0) place[axis] = edge;
    place[side] = direction < 0 ? end - edge : edge - box[axis];
    guides[axis] = edge === snapped.start ? snapped.line : null;
  }
  if (box.kind !== 'qr') return { place, guides };
  return { place: asSquare(place, pulled, page), guides: { x: null, y: null } };
}
