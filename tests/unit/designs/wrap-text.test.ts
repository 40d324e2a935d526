import '../../golden/without-system-fonts.ts';
import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWrapper } from '#app/drawing/fit-text.ts';
import { withFonts } from '#app/drawing/fonts.server.ts';
import { breakablePieces, drawableText, graphemesOf, wordsWithoutSpaces } from '#app/drawing/text.ts';

type WidthOf = (text: string) => number;

/** Wraps as `createWrapper` does, but measures each line with each of its pieces. */
function wrapPieceByPiece(text: string, width: number, maxLines: number, widthOf: WidthOf) {
  const lines: string[] = [];
  let line = '';
  const fits = (candidate: string) => widthOf(candidate.trim()) <= width;
  const add = (piece: string) => {
    if (fits(line + piece)) {
      line += piece;
      return true;
    }
    if (line.trim()) lines.push(line.trim());
    line = '';
    if (!fits(piece)) return false;
    line = piece.trimStart();
    return true;
  };
  const isWide = (piece: string) => widthOf(piece) > width;
  for (const piece of breakablePieces(text).flatMap((whole) =>
    isWide(whole) ? wordsWithoutSpaces(whole) : [whole],
  )) {
    if (add(piece)) continue;
    for (const grapheme of graphemesOf(piece)) if (!add(grapheme)) return null;
  }
  if (line.trim()) lines.push(line.trim());
  return lines.length <= maxLines ? lines : null;
}

const pen = createCanvas(1, 1).getContext('2d');

/** Measures a text at a font size of 1, and counts the measured characters. */
function ruler(text: string) {
  const { families } = withFonts(text, 'EBGaramond-Regular');
  const seen = { characters: 0 };
  const widthOf = (part: string) => {
    pen.font = `100px ${families}`;
    seen.characters += part.length;
    return pen.measureText(part).width / 100;
  };
  return { widthOf, seen };
}

const ALPHABETS = [
  'abc defghi jklmno - pfrAVTo.',
  'WMAVAT ',
  'Ελληνικά ΰᾏ',
  'محمد عبد الله',
  'דוד בןְַָּׁ ',
  'क्षत्र ज्ञश्रीकिंौ ',
  '王小明龘、。 ',
  'さくらコンピュ—',
  'ไทยปั้นญี่ ',
  'မြန်မာကြွ ',
  'a Ω Ж ع א क 中 さ 한 🎉 ',
];
const texts = fc
  .oneof(
    ...ALPHABETS.map((letters) =>
      fc
        .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 120 })
        .map((all) => drawableText(all.join(''))),
    ),
  )
  .filter((text) => text !== '');

describe('a wrapper', () => {
  it('breaks lines where measuring piece by piece breaks them', () => {
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 5, max: 400 }),
        fc.integer({ min: 1, max: 4 }),
        (text, share, lines) => {
          const { widthOf } = ruler(text);
          const width = (widthOf(text) * share) / 300;
          const wrapped = createWrapper(text, widthOf)(width, lines);
          const expected = wrapPieceByPiece(text, width, lines, widthOf);
          const at = wrapped?.findIndex((line, index) => line !== expected?.[index]) ?? -1;
          const [line = '', other = ''] = [wrapped?.[at], expected?.[at]];
          // Joined letters may be narrower than fewer of them. Then a longer line may fit where measuring piece by piece has stopped.
          if (line.length > other.length) expect(widthOf(line)).toBeLessThanOrEqual(width);
          else expect(wrapped).toEqual(expected);
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it('measures a few times as many characters as the text has', () => {
    const text = 'a Ω Ж ع א क ব த ಕ മ ไ ລ ខ မ Ա ა 中 さ 한 🎉 '.repeat(22).slice(0, 900).trim();
    const { widthOf, seen } = ruler(text);
    const wrapAt = createWrapper(text, widthOf);
    const width = widthOf(text) / 2.5;
    seen.characters = 0;
    expect(wrapAt(width, 3)).toHaveLength(3);
    expect(seen.characters).toBeLessThan(10 * text.length);
  });
});
