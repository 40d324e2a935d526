import type { Pen } from './drawing.ts';
import { type Align, fitText, type TextBox, type TextMeasure } from './fit-text.ts';
import { type Face, withFonts } from './fonts.server.ts';
import { measureWith } from './measure-text.server.ts';
import { directionOf, drawableText } from './text.ts';

/**
 * Chooses fonts and direction of a text. Callers then only set the size of `pen.font`.
 * @param keepsMarks as of `drawableText`
 */
export function typeset(raw: string, face: Face, keepsMarks = false) {
  const { text, families, ...fonts } = withFonts(drawableText(raw, keepsMarks), face);
  return {
    text,
    fonts,
    direction: directionOf(text),
    fontAt: (size: number) => [`${size}px`, families].join(' '),
  };
}

/** Texts are measured repeatedly, at other sizes and on every certificate of a batch. */
const MAX_MEASURED = 32;
/** Least recently used first. */
const measured = new Map<string, ReturnType<typeof typeset> & { measure: TextMeasure }>();

function typesetAndMeasured(raw: string, face: Face) {
  const key = `${face} ${raw}`;
  let known = measured.get(key);
  if (!known) {
    const set = typeset(raw, face);
    known = { ...set, measure: measureWith({ ...set.fonts, fontAt: set.fontAt }) };
  }
  measured.delete(key);
  measured.set(key, known);
  const [oldest] = measured.keys();
  if (measured.size > MAX_MEASURED && oldest !== undefined) measured.delete(oldest);
  return known;
}

/** Scripts that allow letter spacing. In others it would separate joined letters. */
const MAY_BE_SPACED =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{P}\p{N}\p{S} ]*$/u;

/**
 * A text fitted into its box: font, direction, size and lines.
 * @param spacing extra space after each letter, as a share of the font's size
 */
export function placeText(raw: string, box: TextBox, face: Face, spacing = 0) {
  const { text, direction, fontAt, measure } = typesetAndMeasured(raw, face);
  const spaced = MAY_BE_SPACED.test(text) ? spacing : 0;
  const spaceIn = (line: string) => spaced * Array.from(line).length;
  const { size, lines, ink } = fitText(
    text,
    box,
    spaced === 0
      ? measure
      : {
          advanceOf: (line) => measure.advanceOf(line) + spaceIn(line),
          extentOf: (line) => {
            const extent = measure.extentOf(line);
            return { ...extent, width: extent.width + spaceIn(line) };
          },
        },
  );
  return {
    written: raw,
    font: fontAt(size),
    direction,
    size,
    lines,
    ink,
    spacing: spaced * size,
    advanceOf: measure.advanceOf,
  };
}

export type PlacedText = ReturnType<typeof placeText>;

/** How far to shift a line so that the space after its last letter does not count, as a share of that space. */
const SPACING_SHIFT: Record<Align, number> = { left: 0, center: 0.5, right: 1 };

export function drawPlaced(pen: Pen, placed: PlacedText, colour: string, align: Align = 'center') {
  pen.fillStyle = colour;
  pen.font = placed.font;
  pen.direction = placed.direction;
  pen.textAlign = align;
  pen.letterSpacing = `${placed.spacing}px`;
  const shift = placed.spacing * SPACING_SHIFT[align];
  for (const line of placed.lines) pen.fillText(line.text, line.x + shift, line.baseline);
  pen.letterSpacing = '0px';
  pen.direction = 'ltr';
}

type LineStyle = { face: Face; size: number; spacing?: number; align?: 'left' | 'center' };

/** A text on one line at a fixed place, with the area that it may cover. */
export function placeLine(raw: string, x: number, baseline: number, style: LineStyle): PlacedText {
  const { size, spacing = 0, align = 'center' } = style;
  const { text, direction, fontAt, measure } = typesetAndMeasured(raw, style.face);
  const width = measure.advanceOf(text) * size + spacing * text.length;
  const left = align === 'left' ? x : x - width / 2;
  return {
    written: raw,
    font: fontAt(size),
    direction,
    size,
    lines: [{ text, x, baseline }],
    ink: { left: left - size / 2, top: baseline - size, width: width + size, height: size * 1.5 },
    spacing,
    advanceOf: measure.advanceOf,
  };
}
