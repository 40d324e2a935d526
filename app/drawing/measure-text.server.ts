import { createCanvas } from '@napi-rs/canvas';
import type { TextMeasure } from './fit-text.ts';
import type { FontedText } from './fonts.server.ts';

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

let rulerFont = '';

/** Sets the ruler's font only when it changes, because that costs more than measuring. */
function setRuler(font: string) {
  if (font === rulerFont) return;
  ruler.font = font;
  rulerFont = font;
}

function knownInk(line: string, font: string): Ink {
  setRuler(font);
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
  // Of a pixel without ink, all four bytes are 0.
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * SHEET.height);
  let [left, right, top, bottom] = [width, 0, SHEET.height, 0];
  for (let y = 0; y < SHEET.height; y++) {
    const [start, end] = [y * width, (y + 1) * width];
    let first = start;
    while (first < end && pixels[first] === 0) first++;
    if (first === end) continue;
    let last = end - 1;
    while (pixels[last] === 0) last--;
    left = Math.min(left, first - start);
    right = Math.max(right, last + 1 - start);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (right === 0) return { left: 0, right: 0, ascent: 0, descent: 0 };
  return {
    left: (SHEET.margin - left) / size,
    right: (right - SHEET.margin) / size,
    ascent: Math.max(SHEET.baseline - top, 0) / size,
    descent: Math.max(bottom - SHEET.baseline, 0) / size,
  };
}

/** Most characters of measured parts to remember. Wrapping a text of 900 characters measures a few hundred parts of it. */
const MAX_REMEMBERED = 50_000;

function remembered<Value>(compute: (line: string) => Value): (line: string) => Value {
  const known = new Map<string, Value>();
  let characters = 0;
  return (line) => {
    const found = known.get(line);
    if (found !== undefined) return found;
    const value = compute(line);
    characters += line.length + 1;
    if (characters > MAX_REMEMBERED) {
      known.clear();
      characters = line.length + 1;
    }
    known.set(line, value);
    return value;
  };
}

const MAX_RULERS = 32;
/** By font. Least recently used first. */
const rulers = new Map<string, (line: string) => number>();

/** Measures the advance of texts in a font, at font size 1. */
function rulerIn(font: string): (line: string) => number {
  const known =
    rulers.get(font) ??
    remembered((line) => {
      setRuler(font);
      return ruler.measureText(line).width / MEASURED_AT;
    });
  rulers.delete(font);
  rulers.set(font, known);
  const [oldest] = rulers.keys();
  if (rulers.size > MAX_RULERS && oldest !== undefined) rulers.delete(oldest);
  return known;
}

type Fonts = { fontAt: (size: number) => string } & Pick<FontedText, 'runsOf'>;

/** Measures the advance of parts of a text, at font size 1. A text of many fonts is measured font by font. */
export function advanceWith({ fontAt, runsOf }: Fonts): (line: string) => number {
  const whole = rulerIn(fontAt(MEASURED_AT));
  return runsOf ? (line) => runsOf(line).reduce((sum, run) => sum + whole(run), 0) : whole;
}

/** Measures parts of a text, and remembers the results. */
export function measureWith({ fontAt, oneFont, runsOf }: Fonts & Pick<FontedText, 'oneFont'>): TextMeasure {
  const font = fontAt(MEASURED_AT);
  const whole = rulerIn(font);
  return {
    advanceOf: advanceWith({ fontAt, runsOf }),
    extentOf: remembered((line) => {
      const advance = whole(line);
      const ink = oneFont && SIMPLE.test(line) ? knownInk(line, font) : scannedInk(line, fontAt, advance);
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
