import type { Design } from './design.ts';

type Rgb = [red: number, green: number, blue: number];

const parse = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const format = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The share of a part of a colour in its luminance. */
function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = parse(colour).map(linear) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

let linearParts: Float64Array | undefined;

/** The contrast ratio of a colour with each pixel. @param pixels RGBA, opaque */
export function contrastLevels(pixels: Uint8ClampedArray, colour: string): Float32Array {
  linearParts ??= Float64Array.from({ length: 256 }, (_, part) => linear(part));
  const own = luminance(colour);
  const levels = new Float32Array(pixels.length / 4);
  for (let at = 0; at < levels.length; at++) {
    const [red, green, blue] = [pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]] as Rgb;
    const other =
      0.2126 * (linearParts[red] as number) +
      0.7152 * (linearParts[green] as number) +
      0.0722 * (linearParts[blue] as number);
    levels[at] = (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05);
  }
  return levels;
}

/** Contrast ratio of two colours (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Whether a pale picture hardly shows on a colour. */
export const isLight = (colour: string) => contrast(colour, WHITE) < LARGE_TEXT;

/** Mixes two colours. `share` is the part of the second one, from 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [parse(one), parse(other)];
  return format(from.map((part, index) => part + ((to[index] as number) - part) * share) as Rgb);
}

const BLACK = '#000000';
const WHITE = '#ffffff';

const farthestFrom = (background: string) =>
  contrast(BLACK, background) >= contrast(WHITE, background) ? BLACK : WHITE;

/**
 * The colour itself if it contrasts enough with the background. Otherwise the nearest mixture with black or white that does.
 */
export function readable(colour: string, background: string, ratio: number): string {
  const pole = farthestFrom(background);
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(colour, pole, share);
    if (contrast(candidate, background) >= ratio) return candidate;
  }
  return pole;
}

const TEXT = 4.5;
const LARGE_TEXT = 3;

/** Derives all colours of a drawing. Text colours have enough contrast for any chosen colours. */
export function paletteOf({ primary, accent, paper }: Design['colours']) {
  const pole = farthestFrom(paper);
  const ink = readable(mix(primary, pole, 0.6), paper, 7);
  return {
    paper,
    primary,
    accent,
    /** Titles and names on paper. */
    title: readable(primary, paper, TEXT),
    ink,
    muted: readable(mix(ink, paper, 0.4), paper, TEXT),
    /** Small labels on paper. */
    label: readable(accent, paper, TEXT),
    /** Lines and ornaments on paper. */
    ornament: readable(accent, paper, LARGE_TEXT),
    /** Quiet surfaces and lines on paper. */
    hairline: mix(paper, accent, 0.45),
    tint: mix(paper, accent, 0.17),
    shade: mix(paper, accent, 0.085),
    wash: mix(paper, primary, 0.05),
    onPrimary: readable(mix(paper, farthestFrom(primary), 0.15), primary, 7),
    quietOnPrimary: readable(mix(paper, primary, 0.28), primary, TEXT),
    accentOnPrimary: readable(mix(accent, farthestFrom(primary), 0.12), primary, TEXT),
    patternOnPrimary: mix(primary, farthestFrom(primary), 0.13),
    onAccent: readable(paper, accent, TEXT),
    revoked: readable('#b3261e', paper, LARGE_TEXT),
  };
}
export type Palette = ReturnType<typeof paletteOf>;

export type ContrastProblem = {
  /** The two colours that are too alike. */
  colours: [keyof Design['colours'], keyof Design['colours']];
  /** The use of the first colour on the second. */
  use: 'text' | 'ornaments';
  ratio: number;
  needed: number;
};

/** Pairs of chosen colours with too little contrast (WCAG 2.2: 4.5 for text, 3 for large text and ornaments). */
export function contrastProblems({ colours }: Pick<Design, 'colours'>): ContrastProblem[] {
  const pairs: Omit<ContrastProblem, 'ratio'>[] = [
    { colours: ['primary', 'paper'], use: 'text', needed: TEXT },
    { colours: ['accent', 'paper'], use: 'ornaments', needed: LARGE_TEXT },
  ];
  return pairs
    .map((pair) => ({ ...pair, ratio: contrast(colours[pair.colours[0]], colours[pair.colours[1]]) }))
    .filter(({ ratio, needed }) => ratio < needed);
}

/**
 * A colour with a greater contrast: a darker one of a dark colour, and otherwise a lighter one.
 * @param measured the contrast that the colour has
 */
export function strengthened(colour: string, measured: number, wanted: number): string {
  const isDark = farthestFrom(colour) === WHITE;
  const pole = isDark ? BLACK : WHITE;
  const own = luminance(colour) + 0.05;
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, pole, share);
    const change = (luminance(candidate) + 0.05) / own;
    if (measured * (isDark ? 1 / change : change) >= wanted) return candidate;
  }
  return pole;
}
