import type { Act, KeyedBox } from './edit-boxes.ts';
import { MILLIMETRE, movedBox, resizedBox, type Size } from './place-boxes.ts';

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
