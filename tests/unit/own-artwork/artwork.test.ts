import { describe, expect, it } from 'vitest';
import {
  ARTWORK_PAGE_NAMES,
  ARTWORK_PAGES,
  BOX_KINDS,
  boxDefaults,
  hasText,
  LEAST_ID_SIZE,
  LEAST_LINE,
  LEAST_QR,
  LEAST_SIDE,
  MAX_BOX_TEXT,
  MAX_LINES,
  micronsOf,
  pixelsOfMicrons,
  pixelsOfPoints,
  TYPE_SIZES,
} from '#app/drawing/own-artwork/artwork.ts';

/** A thousandth of a pixel would be a rounding error; a page of ISO 216 is not a whole number of pixels. */
const WHOLE_PIXEL = 0.5;

describe('the boxes of own artwork', () => {
  it.each(BOX_KINDS)('a new %s is on every page and within its limits', (kind) => {
    const box = boxDefaults(kind);
    for (const page of ARTWORK_PAGE_NAMES) {
      const { width, height } = micronsOf(page);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    const least = { qr: LEAST_QR, line: LEAST_LINE }[kind as string] ?? LEAST_SIDE;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(least);
    expect(box.minSize).toBeGreaterThanOrEqual(kind === 'id' ? LEAST_ID_SIZE : TYPE_SIZES.least);
    expect(box.size).toBeLessThanOrEqual(TYPE_SIZES.most);
    expect(box.minSize).toBeLessThanOrEqual(box.size);
    expect(box.lines).toBeLessThanOrEqual(MAX_LINES);
    expect(box.text.length).toBeLessThanOrEqual(MAX_BOX_TEXT);
    expect(box.text !== '').toBe(hasText(box));
  });

  it.each(ARTWORK_PAGE_NAMES)(
    '%s has the same size in pixels, thousandths of a millimetre and points',
    (name) => {
      const { width, height, pdfWidth, pdfHeight } = ARTWORK_PAGES[name];
      const microns = micronsOf(name);
      expect(Math.abs(pixelsOfMicrons(microns.width) - width)).toBeLessThan(WHOLE_PIXEL);
      expect(Math.abs(pixelsOfMicrons(microns.height) - height)).toBeLessThan(WHOLE_PIXEL);
      expect(Math.abs(pixelsOfPoints(pdfWidth) - width)).toBeLessThan(2 * WHOLE_PIXEL);
      expect(Math.abs(pixelsOfPoints(pdfHeight) - height)).toBeLessThan(2 * WHOLE_PIXEL);
    },
  );
});
