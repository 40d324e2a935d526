import { describe, expect, it } from 'vitest';
import { boxDefaults, micronsOf } from '#app/drawing/own-artwork/artwork.ts';
import { actOfKey, type Key } from '#app/routes/designs/own-artwork/edit-boxes.ts';

const BOX = { ...boxDefaults('text'), key: 7 };
const pressed = (key: string, held: Partial<Key> = {}) =>
  actOfKey(
    { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held },
    BOX,
    micronsOf('a4'),
  );

describe('the keys of a box', () => {
  it.each([
    ['ArrowRight', {}, { x: 21_000, y: 20_000 }],
    ['ArrowLeft', { shiftKey: true }, { x: 10_000, y: 20_000 }],
    ['ArrowUp', {}, { x: 20_000, y: 19_000 }],
    ['ArrowDown', { shiftKey: true }, { x: 20_000, y: 30_000 }],
    ['ArrowRight', { altKey: true }, { x: 20_000, width: 121_000 }],
    ['ArrowUp', { altKey: true, shiftKey: true }, { y: 20_000, height: 2_000 }],
  ])('%s with %o changes its place', (key, held, values) => {
    expect(pressed(key, held)).toMatchObject({ act: 'change', key: 7, values });
  });

  it.each([
    ['Delete', {}, 'remove'],
    ['Backspace', {}, 'remove'],
    ['d', { ctrlKey: true }, 'copy'],
    ['D', { metaKey: true }, 'copy'],
    [']', { ctrlKey: true }, 'forward'],
    ['[', { ctrlKey: true }, 'back'],
    ['z', { ctrlKey: true }, 'undo'],
    ['Z', { ctrlKey: true, shiftKey: true }, 'redo'],
    ['y', { metaKey: true }, 'redo'],
  ])('%s with %o does %s', (key, held, act) => {
    expect(pressed(key, held)).toMatchObject({ act });
  });

  it.each([
    ['d', {}],
    ['z', {}],
    ['Tab', {}],
    ['Enter', {}],
    ['ArrowLeft', { ctrlKey: true }],
    ['f', { ctrlKey: true }],
  ])('leaves %s with %o to the browser', (key, held) => {
    expect(pressed(key, held)).toBeNull();
  });
});
