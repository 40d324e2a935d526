import { type ArtworkBox, type BoxKind, boxDefaults, mirrored } from '#app/drawing/own-artwork/artwork.ts';
import { MILLIMETRE, movedBox, resizedBox, type Size } from './place-boxes.ts';

/* What people do with the boxes of a design, as functions of a list: for the editor, and for its form without JavaScript. */

const OFFSET = 5 * MILLIMETRE;

/** A new box in the middle of the page, or below those that are there already. */
export function newBox(kind: BoxKind, boxes: readonly ArtworkBox[], page: Size): ArtworkBox {
  const box = boxDefaults(kind);
  const x = Math.round((page.width - box.width) / 2);
  let y = Math.round((page.height - box.height) / 2);
  while (boxes.some((other) => other.x === x && other.y === y) && y + OFFSET + box.height <= page.height)
    y += OFFSET;
  return { ...box, x, y };
}

/** The list with a copy of a box above it, a little lower and further right. */
export function withCopy<Box extends ArtworkBox>(
  boxes: readonly Box[],
  at: number,
  page: Size,
  copyOf: (box: Box) => Box,
): Box[] {
  const box = boxes[at];
  if (!box) return [...boxes];
  const { place } = movedBox(box, { x: OFFSET, y: OFFSET }, page, null);
  return boxes.toSpliced(at + 1, 0, { ...copyOf(box), ...place });
}

/** The list with a box one place further: 1 towards the front, -1 towards the back. */
export function reordered<Box>(boxes: readonly Box[], at: number, by: 1 | -1): Box[] {
  const box = boxes[at];
  const to = at + by;
  if (box === undefined || to < 0 || to >= boxes.length) return [...boxes];
  return boxes.toSpliced(at, 1).toSpliced(to, 0, box);
}

/** A box with a number that it keeps while the list changes. */
export type KeyedBox = ArtworkBox & { key: number };

export type Editing = {
  boxes: readonly KeyedBox[];
  /** The key of the selected box. */
  selected: number | null;
  past: readonly (readonly KeyedBox[])[];
  future: readonly (readonly KeyedBox[])[];
  /** Changes with the same gesture, such as those of one drag, are undone together. */
  gesture: string | null;
  nextKey: number;
};

export type Act =
  | { act: 'select'; key: number | null }
  | { act: 'change'; key: number; values: Partial<ArtworkBox>; gesture?: string }
  | { act: 'add'; kind: BoxKind }
  | { act: 'copy' | 'remove' | 'forward' | 'back'; key: number }
  | { act: 'mirror' | 'undo' | 'redo' }
  /** Shows other boxes, such as those that were saved in another tab. `kept` can be reached with undo. */
  | { act: 'replace'; boxes: readonly ArtworkBox[]; kept?: readonly ArtworkBox[] };

const MOST_STEPS = 100;

const keyed = (boxes: readonly ArtworkBox[], from: number): KeyedBox[] =>
  boxes.map((box, index) => ({ ...box, key: from + index }));

/** The beginning of an editor. */
export const startEditing = (boxes: readonly ArtworkBox[]): Editing => ({
  boxes: keyed(boxes, 0),
  selected: null,
  past: [],
  future: [],
  gesture: null,
  nextKey: boxes.length,
});

/** The boxes as they are saved. */
export const boxesOf = ({ boxes }: Pick<Editing, 'boxes'>): ArtworkBox[] =>
  boxes.map(({ key: _, ...box }) => box);

/** The state with a changed list, which can be undone. */
function changed(state: Editing, boxes: readonly KeyedBox[], gesture: string | null = null): Editing {
  if (JSON.stringify(boxes) === JSON.stringify(state.boxes)) return state;
  const isSame = gesture !== null && gesture === state.gesture;
  const past = isSame ? state.past : [...state.past, state.boxes].slice(-MOST_STEPS);
  return { ...state, boxes, past, future: [], gesture };
}

/** Keeps the selection while its box is there. */
const withSelection = (state: Editing): Editing =>
  state.boxes.some(({ key }) => key === state.selected) ? state : { ...state, selected: null };

function undone(state: Editing): Editing {
  const boxes = state.past.at(-1);
  if (!boxes) return state;
  const past = state.past.slice(0, -1);
  return withSelection({ ...state, boxes, past, future: [state.boxes, ...state.future], gesture: null });
}

function redone(state: Editing): Editing {
  const [boxes, ...future] = state.future;
  if (!boxes) return state;
  return withSelection({ ...state, boxes, past: [...state.past, state.boxes], future, gesture: null });
}

function withNew(state: Editing, boxes: readonly KeyedBox[]): Editing {
  const next = changed(state, boxes);
  return { ...next, selected: state.nextKey, nextKey: state.nextKey + 1 };
}

/** The list without a box. The one that takes its place is selected, or the last. */
function without(state: Editing, at: number): Editing {
  const boxes = state.boxes.toSpliced(at, 1);
  return { ...changed(state, boxes), selected: boxes[Math.min(at, boxes.length - 1)]?.key ?? null };
}

function replaced(state: Editing, boxes: readonly ArtworkBox[], kept: readonly ArtworkBox[] | undefined) {
  const shown = keyed(boxes, state.nextKey);
  const other = kept ? keyed(kept, state.nextKey + boxes.length) : [];
  const nextKey = state.nextKey + boxes.length + other.length;
  const before = kept ? { ...state, past: [...state.past, state.boxes], boxes: other } : state;
  return withSelection({ ...changed(before, shown), nextKey });
}

/** The reducer of the editor. */
export function editBoxes(page: Size) {
  return (state: Editing, act: Act): Editing => {
    switch (act.act) {
      case 'select':
        return act.key === state.selected ? state : { ...state, selected: act.key, gesture: null };
      case 'undo':
        return undone(state);
      case 'redo':
        return redone(state);
      case 'mirror':
        return changed(state, mirrored(state.boxes, page));
      case 'add':
        return withNew(state, [
          ...state.boxes,
          { ...newBox(act.kind, state.boxes, page), key: state.nextKey },
        ]);
      case 'replace':
        return replaced(state, act.boxes, act.kept);
      default: {
        const at = state.boxes.findIndex(({ key }) => key === act.key);
        return at < 0 ? state : ofOne(state, at, act, page);
      }
    }
  };
}

type OfOne = Extract<Act, { key: number }>;

function ofOne(state: Editing, at: number, act: OfOne, page: Size): Editing {
  switch (act.act) {
    case 'copy':
      return withNew(
        state,
        withCopy(state.boxes, at, page, (box) => ({ ...box, key: state.nextKey })),
      );
    case 'remove':
      return without(state, at);
    case 'forward':
    case 'back':
      return changed(state, reordered(state.boxes, at, act.act === 'forward' ? 1 : -1));
    case 'change': {
      const boxes = state.boxes.map((box) => (box.key === act.key ? { ...box, ...act.values } : box));
      return changed(state, boxes, act.gesture ? `${act.gesture} ${act.key}` : null);
    }
    default:
      return state;
  }
}

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const STEP = MILLIMETRE;
const LARGE_STEP = 10 * MILLIMETRE;

export type Key = {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
};

/** Undo and redo, or null for another key. */
export function actOfHistory({ key, shiftKey, ctrlKey, metaKey }: Key): Act | null {
  if (!ctrlKey && !metaKey) return null;
  const letter = key.toLowerCase();
  if (letter === 'z') return { act: shiftKey ? 'redo' : 'undo' };
  return letter === 'y' ? { act: 'redo' } : null;
}

function actOfArrow(by: { x: number; y: number }, event: Key, box: KeyedBox, page: Size): Act {
  const step = event.shiftKey ? LARGE_STEP : STEP;
  const distance = { x: by.x * step, y: by.y * step };
  const { place } = event.altKey
    ? resizedBox(box, 'se', distance, page, null)
    : movedBox(box, distance, page, null);
  return { act: 'change', key: box.key, values: place, gesture: event.altKey ? 'resize' : 'move' };
}

/** What a key does to the box that has the focus: arrows move it, with Alt they change its size. Null for other keys. */
export function actOfKey(event: Key, box: KeyedBox, page: Size): Act | null {
  const { key } = box;
  const isCommand = event.ctrlKey || event.metaKey;
  const arrow = ARROWS[event.key];
  if (arrow && !isCommand) return actOfArrow(arrow, event, box, page);
  if (!isCommand) return event.key === 'Delete' || event.key === 'Backspace' ? { act: 'remove', key } : null;
  switch (event.key.toLowerCase()) {
    case 'd':
      return { act: 'copy', key };
    case ']':
      return { act: 'forward', key };
    case '[':
      return { act: 'back', key };
    default:
      return actOfHistory(event);
  }
}
