import { describe, expect, it } from 'vitest';
import { LEAST_LINE, LEAST_QR, LEAST_SIDE } from '#app/drawing/own-artwork/artwork.ts';
import { movedBox, resizedBox } from '#app/routes/designs/own-artwork/place-boxes.ts';

const PAGE = { width: 297_000, height: 210_000 };
const BOX = { kind: 'text' as const, x: 20_000, y: 30_000, width: 100_000, height: 10_000 };
const NONE = { others: [], within: 2_000 };

describe('moving a box', () => {
  it.each([
    ['by exactly what was asked without snapping', { x: 1_234, y: -777 }, { x: 21_234, y: 29_223 }],
    ['not over the left and upper edge', { x: -99_000, y: -99_000 }, { x: 0, y: 0 }],
    ['not over the right and lower edge', { x: 999_000, y: 999_000 }, { x: 197_000, y: 200_000 }],
  ])('%s', (_, by, place) => {
    expect(movedBox(BOX, by, PAGE, null).place).toMatchObject(place);
  });

  it('leaves a box that is larger than the page where it begins', () => {
    const box = { ...BOX, x: 0, width: 400_000 };
    expect(movedBox(box, { x: 5_000, y: 0 }, PAGE, null).place.x).toBe(0);
  });

  it('snaps to whole millimetres, but not along an axis that it was not moved on', () => {
    const box = { ...BOX, y: 30_400 };
    expect(movedBox(box, { x: 5_300, y: 0 }, PAGE, NONE).place).toMatchObject({ x: 25_000, y: 30_400 });
  });

  it("snaps its middle to the page's, and shows the line", () => {
    const { place, guides } = movedBox(BOX, { x: 77_000, y: 0 }, PAGE, NONE);
    expect(place.x + place.width / 2).toBe(148_500);
    expect(guides).toEqual({ x: 148_500, y: null });
  });

  it.each([
    ['its left edge to a left edge', 29_500, 50_300, 50_300],
    ['its right edge to a right edge', 11_000, 30_300, 130_300],
    ['its middle to a middle', 21_000, 40_300, 90_300],
  ])('snaps %s of another box', (_, by, x, line) => {
    const other = { x: 50_300, y: 100_000, width: 80_000, height: 10_000 };
    const { place, guides } = movedBox(BOX, { x: by, y: 0 }, PAGE, { others: [other], within: 1_000 });
    expect({ x: place.x, line: guides.x }).toEqual({ x, line });
  });

  it('takes the nearest of several lines', () => {
    const others = [0, 900].map((x) => ({ x: 60_000 + x, y: 0, width: 300, height: 300 }));
    const { place } = movedBox(BOX, { x: 40_800, y: 0 }, PAGE, { others, within: 2_000 });
    expect(place.x).toBe(60_900);
  });
});

describe('resizing a box', () => {
  it.each([
    ['se', { x: 5_000, y: 4_000 }, { x: 20_000, y: 30_000, width: 105_000, height: 14_000 }],
    ['nw', { x: 5_000, y: 4_000 }, { x: 25_000, y: 34_000, width: 95_000, height: 6_000 }],
    ['e', { x: -5_000, y: 4_000 }, { x: 20_000, y: 30_000, width: 95_000, height: 10_000 }],
    ['n', { x: -5_000, y: -4_000 }, { x: 20_000, y: 26_000, width: 100_000, height: 14_000 }],
  ] as const)('pulls %s', (handle, by, place) => {
    expect(resizedBox(BOX, handle, by, PAGE, null).place).toEqual(place);
  });

  it.each([
    ['text', LEAST_SIDE],
    ['line', LEAST_LINE],
    ['qr', LEAST_QR],
  ] as const)('keeps the least size of %s from either end', (kind, least) => {
    const box = { ...BOX, kind, x: 100_000, y: 100_000, width: 30_000, height: 30_000 };
    const by = { x: -99_000, y: -99_000 };
    expect(resizedBox(box, 'se', by, PAGE, null).place).toEqual({
      ...{ x: 100_000, y: 100_000 },
      ...{ width: least, height: least },
    });
    const other = { x: 99_000, y: 99_000 };
    expect(resizedBox(box, 'nw', other, PAGE, null).place).toEqual({
      ...{ x: 130_000 - least, y: 130_000 - least },
      ...{ width: least, height: least },
    });
  });

  it('stays on the page', () => {
    const { place } = resizedBox(BOX, 'se', { x: 999_000, y: 999_000 }, PAGE, null);
    expect(place).toEqual({ ...place, width: 277_000, height: 180_000 });
  });

  it('keeps a QR code square, also at the edge of the page', () => {
    const qr = { ...BOX, kind: 'qr' as const, x: 250_000, y: 30_000, width: 25_000, height: 25_000 };
    expect(resizedBox(qr, 'e', { x: 10_000, y: 0 }, PAGE, null).place).toEqual({
      ...{ x: 250_000, y: 30_000 },
      ...{ width: 35_000, height: 35_000 },
    });
    const { place } = resizedBox(qr, 's', { x: 0, y: 90_000 }, PAGE, null);
    expect(place).toMatchObject({ width: 47_000, height: 47_000 });
  });

  it('snaps the pulled edge to other boxes', () => {
    const others = [{ x: 130_700, y: 0, width: 20_000, height: 10_000 }];
    const { place, guides } = resizedBox(BOX, 'e', { x: 9_500, y: 0 }, PAGE, { others, within: 2_000 });
    expect(place.x + place.width).toBe(130_700);
    expect(guides.x).toBe(130_700);
  });
});
