import './without-system-fonts.ts';
import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextBox } from '#app/drawing/fit-text.ts';
import { layoutOf } from '#app/drawing/layout.ts';
import { placeText } from '#app/drawing/lettering.server.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng } from '#app/drawing/png.server.ts';
import { drawingWith } from './samples.ts';

const layout = layoutOf(1);
const boxes = [
  { what: 'student', box: layout.name, face: 'EBGaramond-Regular' },
  { what: 'course', box: layout.course, face: 'EBGaramond-SemiBold' },
  { what: 'issuer', box: layout.signature.name, face: 'EBGaramond-Italic' },
] as const;

const ALPHABETS = [
  'abcdefghijklmnop fjQJÅÉŚ',
  'WMmw@—',
  'Ελληνικά ΰᾏἯ',
  'Щёїђ Џѣ',
  'محمدعبداللهﷺ﷽ ڜۖۗ',
  'דוד בןְַָּׁ',
  'क्षत्रज्ञश्रीकिंौ ',
  '王小明龘𠀀、。',
  'さくらコンピュ—',
  '김민준 힣',
  'ไทยปั้นญี่ ',
  'မြန်မာကြွ ',
  'ខ្មែរស្ត្រី',
  'தமிழ் ಕನ್ನಡ മലയാളം বাংলা',
  '👩‍🚀🎉🇫🇷👍🏽',
  'Z\u0300\u0301\u0302\u0323\u0327\u0489',
  ' \u200b\u200d\u202e\u2066\ufeff\u00ad-',
  '\ud800\udfff\u0000\n\uffff\u{10ffff}\ue000',
];

const anyText = fc.oneof(
  ...ALPHABETS.map((letters) =>
    fc.array(fc.constantFrom(...letters), { maxLength: 200 }).map((all) => all.join('')),
  ),
  fc
    .array(fc.constantFrom(...ALPHABETS.join('')), { maxLength: 200 })
    .map((all) => all.join('').slice(0, 200)),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

/** Distance around a text's box within which its pixels are searched. */
const MARGIN = 60;
const canvas = createCanvas(1_400, 400);

/** Draws a text on an empty canvas and returns the bounds of its pixels. */
function inkOf(placed: ReturnType<typeof placeText>, box: TextBox) {
  const pen = canvas.getContext('2d');
  const [width, height] = [Math.ceil(box.width) + 2 * MARGIN, Math.ceil(box.height) + 2 * MARGIN];
  pen.reset();
  pen.translate(MARGIN - box.left, MARGIN - box.top);
  pen.font = placed.font;
  pen.direction = placed.direction;
  pen.textAlign = 'center';
  for (const line of placed.lines) pen.fillText(line.text, line.x, line.baseline);
  const { data } = pen.getImageData(0, 0, width, height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, alpha = 3; y < height; y++) {
    for (let x = 0; x < width; x++, alpha += 4) {
      if (data[alpha] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  const [offsetX, offsetY] = [box.left - MARGIN, box.top - MARGIN];
  return {
    blank: right === 0,
    left: left + offsetX,
    right: right + offsetX,
    top: top + offsetY,
    bottom: bottom + offsetY,
  };
}

function expectInside(placed: ReturnType<typeof placeText>, box: TextBox) {
  const ink = inkOf(placed, box);
  if (ink.blank) return;
  const edge = 1.5;
  expect(ink.left).toBeGreaterThanOrEqual(box.left - edge);
  expect(ink.right).toBeLessThanOrEqual(box.left + box.width + edge);
  expect(ink.top).toBeGreaterThanOrEqual(box.top - edge);
  expect(ink.bottom).toBeLessThanOrEqual(box.top + box.height + edge);
}

describe('a text on a certificate', () => {
  it.each(boxes)(
    'never leaves its box, for any text ($what)',
    ({ box, face }) => {
      fc.assert(
        fc.property(anyText, (text) => {
          const placed = placeText(text, box, face);
          expect(placed.lines.length).toBeLessThanOrEqual(box.maxLines);
          expectInside(placed, box);
        }),
        { numRuns: 60, seed: 20_260_331 },
      );
    },
    60_000,
  );

  it('keeps every letter when it wraps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'abc -Éж王さ'), { minLength: 1, maxLength: 200 }),
        (letters) => {
          const text = letters.join('');
          const drawn = placeText(text, layout.name, 'EBGaramond-Regular').lines.map((line) => line.text);
          expect(drawn.join('').replaceAll(' ', '')).toBe(text.normalize('NFC').replaceAll(' ', ''));
        },
      ),
      { numRuns: 100, seed: 20_260_331 },
    );
  });

  it('fills one line at full size when it is short, and wraps before it shrinks', () => {
    const place = (text: string) => placeText(text, layout.name, 'EBGaramond-Regular');
    expect(place('Ada Lovelace')).toMatchObject({
      size: layout.name.size,
      lines: [{ text: 'Ada Lovelace' }],
    });
    const long = place('Maria Anna Walburga Ignatia Mozart Freifrau von Berchtold zu Sonnenburg');
    expect(long.lines).toHaveLength(2);
    expect(long.size).toBeGreaterThan(50);
  });
});

describe('unusual text', () => {
  it.each([
    '',
    ' ',
    '\ud800',
    '\u0000',
    '\u0301',
    '\u200d',
    '\ufe0f',
    '\u{e0041}',
    '\u202e',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '﷽'.repeat(200),
    '\u0301'.repeat(200),
  ])('is drawn without an error (%j)', (text) => {
    const drawing = drawingWith({ studentName: text, courseName: text, issuerName: text });
    expect(certificatePng(drawing).length).toBeGreaterThan(10_000);
    expect(certificatePdf(drawing).length).toBeGreaterThan(10_000);
  });

  it('is drawn without an error when it is random', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (studentName, courseName, issuerName) => {
        const drawing = drawingWith({ studentName, courseName, issuerName });
        certificatePng(drawing);
        certificatePdf(drawing);
      }),
      { numRuns: 20, seed: 20_260_331 },
    );
  });
});
