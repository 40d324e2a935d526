import { describe, expect, it } from 'vitest';
import { type ArtworkBox, boxDefaults, micronsOf } from '#app/drawing/own-artwork/artwork.ts';
import {
  type Act,
  boxesOf,
  editBoxes,
  newBox,
  reordered,
  startEditing,
  withCopy,
} from '#app/routes/designs/own-artwork/edit-boxes.ts';

const PAGE = micronsOf('a4');
const edit = editBoxes(PAGE);
const named = (text: string, place: Partial<ArtworkBox> = {}): ArtworkBox => ({
  ...boxDefaults('text'),
  text,
  ...place,
});
const THREE = [named('a'), named('b'), named('c')];
const edited = (acts: Act[], boxes: readonly ArtworkBox[] = THREE) => acts.reduce(edit, startEditing(boxes));
const texts = (state: ReturnType<typeof edited>) => boxesOf(state).map(({ text }) => text);

describe('editing boxes', () => {
  it('adds a box in the middle of the page and selects it, and the next one lower', () => {
    const state = edited([
      { act: 'add', kind: 'qr' },
      { act: 'add', kind: 'qr' },
    ]);
    const [, , , one, other] = state.boxes;
    expect(one).toMatchObject({ kind: 'qr', x: (297_000 - 25_000) / 2, y: (210_000 - 25_000) / 2 });
    expect(other?.y).toBe((one?.y ?? 0) + 5_000);
    expect(state.selected).toBe(other?.key);
  });

  it('ends the search for a free place at the end of the page', () => {
    let boxes: ArtworkBox[] = [];
    for (let count = 0; count < 40; count += 1) boxes = [...boxes, newBox('text', boxes, PAGE)];
    expect(boxes.every(({ y, height }) => y + height <= PAGE.height)).toBe(true);
  });

  it('copies a box right above it, within the page', () => {
    const boxes = [named('a', { x: PAGE.width - 120_000 }), named('b')];
    const state = edited([{ act: 'copy', key: 0 }], boxes);
    expect(texts(state)).toEqual(['a', 'a', 'b']);
    expect(state.boxes[1]).toMatchObject({ x: PAGE.width - 120_000, y: 25_000 });
    expect(state.selected).toBe(state.boxes[1]?.key);
    expect(new Set(state.boxes.map(({ key }) => key)).size).toBe(3);
    expect(withCopy(boxes, 7, PAGE, (box) => box)).toEqual(boxes);
  });

  it('removes a box and selects the one in its place, or the last', () => {
    const one = edited([{ act: 'remove', key: 1 }]);
    expect([texts(one), one.selected]).toEqual([['a', 'c'], 2]);
    const last = edited([{ act: 'remove', key: 2 }]);
    expect(last.selected).toBe(1);
    expect(edited([{ act: 'remove', key: 0 }], [named('a')]).selected).toBeNull();
  });

  it('moves a box to the front and to the back, not over the ends', () => {
    expect(texts(edited([{ act: 'forward', key: 0 }]))).toEqual(['b', 'a', 'c']);
    expect(texts(edited([{ act: 'back', key: 2 }]))).toEqual(['a', 'c', 'b']);
    expect(edited([{ act: 'back', key: 0 }]).past).toEqual([]);
    expect(reordered(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });

  it('ignores what names no box', () => {
    expect(texts(edited([{ act: 'remove', key: 99 }]))).toEqual(['a', 'b', 'c']);
  });

  it('undoes and redoes each act, and forgets what was undone with the next act', () => {
    const acts: Act[] = [
      { act: 'change', key: 0, values: { text: 'A' } },
      { act: 'remove', key: 1 },
      { act: 'copy', key: 2 },
    ];
    const undo: Act = { act: 'undo' };
    const redo: Act = { act: 'redo' };
    expect(texts(edited([...acts, undo]))).toEqual(['A', 'c']);
    expect(texts(edited([...acts, undo, undo]))).toEqual(['A', 'b', 'c']);
    expect(texts(edited([...acts, undo, undo, undo, undo]))).toEqual(['a', 'b', 'c']);
    expect(texts(edited([...acts, undo, undo, redo]))).toEqual(['A', 'c']);
    const other = edited([...acts, undo, { act: 'change', key: 0, values: { text: 'x' } }, redo]);
    expect(texts(other)).toEqual(['x', 'c']);
  });

  it('undoes the changes of one gesture together, and those of the next apart', () => {
    const drag = (x: number, gesture: string): Act => ({
      act: 'change',
      key: 0,
      values: { x },
      gesture,
    });
    const state = edited([drag(1, 'drag 1'), drag(2, 'drag 1'), drag(3, 'drag 2'), { act: 'undo' }]);
    expect(state.boxes[0]?.x).toBe(2);
    expect(edit(state, { act: 'undo' }).boxes[0]?.x).toBe(20_000);
  });

  it('keeps no step for a change that changes nothing, and at most a hundred', () => {
    expect(edited([{ act: 'change', key: 0, values: { text: 'a' } }]).past).toEqual([]);
    const many = Array.from({ length: 130 }, (_, x): Act => ({ act: 'change', key: 0, values: { x } }));
    expect(edited(many).past.length).toBe(100);
  });

  it('selects no box that an undo took away', () => {
    expect(edited([{ act: 'add', kind: 'text' }, { act: 'undo' }]).selected).toBeNull();
  });

  it('replaces all boxes, and undo brings back the former or those that are kept', () => {
    const other = [named('x')];
    const loaded = edited([{ act: 'replace', boxes: other }]);
    expect(texts(loaded)).toEqual(['x']);
    expect(texts(edit(loaded, { act: 'undo' }))).toEqual(['a', 'b', 'c']);
    const kept = edited([{ act: 'replace', boxes: THREE, kept: other }]);
    expect(texts(kept)).toEqual(['a', 'b', 'c']);
    expect(texts(edit(kept, { act: 'undo' }))).toEqual(['x']);
  });

  it('saves boxes without their keys', () => {
    expect(boxesOf(startEditing(THREE))).toEqual(THREE);
  });
});
