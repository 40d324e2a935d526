import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, contrastProblems, paletteOf } from '#app/drawing/contrast.ts';
import { BASES, baseDefaults } from '#app/drawing/design.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the contrast of two colours', () => {
  it('is the contrast ratio of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
    expect(contrast('#336699', '#336699')).toBe(1);
  });
});

describe('the palette of a design', () => {
  it('keeps every text legible with any colours', () => {
    fc.assert(
      fc.property(colour, colour, colour, (primary, accent, paper) => {
        const palette = paletteOf({ primary, accent, paper });
        for (const text of [palette.title, palette.ink, palette.muted, palette.label])
          expect(contrast(text, paper)).toBeGreaterThanOrEqual(4.5);
        for (const ornament of [palette.ornament, palette.revoked])
          expect(contrast(ornament, paper)).toBeGreaterThanOrEqual(3);
        for (const text of [palette.onPrimary, palette.quietOnPrimary, palette.accentOnPrimary])
          expect(contrast(text, primary)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 300, seed: 20_260_331 },
    );
  });
});

describe('contrast problems', () => {
  it('name the pair of colours, its ratio and the required ratio', () => {
    const colours = { primary: '#888888', accent: '#eeeeee', paper: '#ffffff' };
    expect(contrastProblems({ colours })).toEqual([
      { colours: ['primary', 'paper'], use: 'text', needed: 4.5, ratio: expect.closeTo(3.54, 1) },
      { colours: ['accent', 'paper'], use: 'ornaments', needed: 3, ratio: expect.closeTo(1.16, 1) },
    ]);
  });

  it.each(BASES)('do not occur in the colours of %s', (base) => {
    expect(contrastProblems(baseDefaults(base))).toEqual([]);
  });
});
