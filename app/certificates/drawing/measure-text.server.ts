import { createCanvas } from '@napi-rs/canvas';
import type { TextMeasure } from './fit-text.ts';

/*
 * The PNG and the PDF share these measurements, so that both wrap and size texts alike.
 *
 * The canvas reports the correct advance for every text, but the correct ink only for a single run of a simple script.
 * Texts in Arabic or in mixed scripts are drawn small, and their pixels are scanned.
 */
const MEASURED_AT = 100;
const SCANNED_AT = 40;
const SHEET = { width: 2_048, height: 280, baseline: 170, margin: 120 };

const ruler = createCanvas(1, 1).getContext('2d');
ruler.textAlign = 'left';
const scanner = createCanvas(SHEET.width, SHEET.height).getContext('2d');

const SIMPLE =
  /^(?:[\p{Script=Latin}\p{P}\p{N} ]*|[\p{Script=Greek}\p{P}\p{N} ]*|[\p{Script=Cyrillic}\p{P}\p{N} ]*|[\p{Script=Han}]*|[\p{Script=Hangul} ]*)$/u;

/** Extent of the ink from the text's origin in each direction, per unit of size. */
type Ink = { left: number; right: number; ascent: number; descent: number };

function knownInk(line: string): Ink {
  const metrics = ruler.measureText(line);
  return {
    left: metrics.actualBoundingBoxLeft / MEASURED_AT,
    right: metrics.actualBoundingBoxRight / MEASURED_AT,
    ascent: metrics.actualBoundingBoxAscent / MEASURED_AT,
    descent: metrics.actualBoundingBoxDescent / MEASURED_AT,
  };
}

function scannedInk(line: string, fontAt: (size: number) => string, advance: number): Ink {
  const size = Math.min(SCANNED_AT, (SHEET.width - 2 * SHEET.margin) / Math.max(advance, 1));
  const width = Math.min(SHEET.width, Math.ceil(advance * size) + 2 * SHEET.margin);
  scanner.reset();
  scanner.font = fontAt(size);
  scanner.fillText(line, SHEET.margin, SHEET.baseline);
  const { data } = scanner.getImageData(0, 0, width, SHEET.height);
  let [left, right, top, bottom] = [width, 0, SHEET.height, 0];
  for (let y = 0, alpha = 3; y < SHEET.height; y++) {
    for (let x = 0; x < width; x++, alpha += 4) {
      if (data[alpha] === 0) continue;
      if (x < left) left = x;
      if (x + 1 > right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  if (right === 0) return { left: 0, right: 0, ascent: 0, descent: 0 };
  return {
    left: (SHEET.margin - left) / size,
    right: (right - SHEET.margin) / size,
    ascent: Math.max(SHEET.baseline - top, 0) / size,
    descent: Math.max(bottom - SHEET.baseline, 0) / size,
  };
}

let rulerFont = '';

/** Sets the ruler's font only when it changes, because that costs more than measuring. */
function setRuler(font: string) {
  if (font === rulerFont) return;
  ruler.font = font;
  rulerFont = font;
}

function remembered<Value>(compute: (line: string) => Value): (line: string) => Value {
  const known = new Map<string, Value>();
  return (line) => {
    const value = known.get(line) ?? compute(line);
    known.set(line, value);
    return value;
  };
}

/** Measures texts in the fonts that `fontAt` returns. Each text is measured once. */
export function measureWith(fontAt: (size: number) => string, oneFont: boolean): TextMeasure {
  const font = fontAt(MEASURED_AT);
  const advanceOf = remembered((line) => {
    setRuler(font);
    return ruler.measureText(line).width / MEASURED_AT;
  });
  return {
    advanceOf,
    extentOf: remembered((line) => {
      const advance = advanceOf(line);
      const ink = oneFont && SIMPLE.test(line) ? knownInk(line) : scannedInk(line, fontAt, advance);
      // Lines are centred by their advance, so ink that overhangs on one side needs room on both.
      const overhang = Math.max(0, ink.left, ink.right - advance);
      return {
        width: advance + 2 * overhang,
        left: ink.left,
        right: ink.right - advance,
        ascent: ink.ascent,
        descent: ink.descent,
      };
    }),
  };
}

/** The advance of a text, in the unit of the font's size. */
export function advanceIn(font: string, text: string): number {
  setRuler(font);
  return ruler.measureText(text).width;
}
