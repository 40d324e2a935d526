import { PAGES, type Page } from '#app/drawing/drawing.ts';

/* The model of designs with `base: artwork`: boxes on a background that the issuer brought. Pages load it, so it needs no schema. */

export const BOX_KINDS = ['text', 'picture', 'qr', 'id', 'line', 'date'] as const;
export type BoxKind = (typeof BOX_KINDS)[number];

/** The typefaces of boxes. Those of the seven layouts have other faces for titles than for names. */
export const BOX_TYPEFACES = [
  'classic',
  'garamond',
  'garamond-italic',
  'garamond-semibold',
  'editorial',
  'modern',
  'modern-bold',
] as const;
export type BoxTypeface = (typeof BOX_TYPEFACES)[number];

export const ALIGNMENTS = ['left', 'center', 'right'] as const;
/** How a text that is too long fits its box: it shrinks, or it wraps and then shrinks. */
export const LONG_VALUES = ['shrink', 'wrap'] as const;

/** Places in thousandths of a millimetre from the upper left of the page; sizes of type in points. */
export type ArtworkBox = {
  kind: BoxKind;
  x: number;
  y: number;
  width: number;
  height: number;
  /** With placeholders. The alternative text of a picture, or empty for the usual one. */
  text: string;
  /** 'logo', 'signature1' to 'signature6', or the key of a field of kind picture. Null for all but pictures. */
  picture: string | null;
  align: (typeof ALIGNMENTS)[number];
  typeface: BoxTypeface;
  size: number;
  /** The size below which a text is not shrunk. */
  minSize: number;
  /** '#rrggbb' */
  colour: string;
  long: (typeof LONG_VALUES)[number];
  /** Most lines of a text that wraps. */
  lines: number;
};

export const ARTWORK_PAGES = {
  a4: PAGES.a4.landscape,
  'a4-portrait': PAGES.a4.portrait,
  letter: PAGES.letter.landscape,
  'letter-portrait': PAGES.letter.portrait,
} as const satisfies Record<string, Page>;
export type ArtworkPage = keyof typeof ARTWORK_PAGES;
export const ARTWORK_PAGE_NAMES = Object.keys(ARTWORK_PAGES) as [ArtworkPage, ...ArtworkPage[]];

export type OwnArtwork = {
  page: ArtworkPage;
  /** Name of a stored background. */
  background: string | null;
  /** In the order of drawing, which is also that of reading. */
  boxes: ArtworkBox[];
};

/** Pages have 150 dpi. */
const PIXELS_PER_INCH = 150;
const POINTS_PER_INCH = 72;
const MICRONS_PER_INCH = 25_400;

export const pixelsOfMicrons = (microns: number) => (microns / MICRONS_PER_INCH) * PIXELS_PER_INCH;
export const pixelsOfPoints = (points: number) => (points / POINTS_PER_INCH) * PIXELS_PER_INCH;

/** A page's size in thousandths of a millimetre. */
const MICRONS = {
  a4: { width: 297_000, height: 210_000 },
  'a4-portrait': { width: 210_000, height: 297_000 },
  letter: { width: 279_400, height: 215_900 },
  'letter-portrait': { width: 215_900, height: 279_400 },
} as const satisfies Record<ArtworkPage, { width: number; height: number }>;

export const micronsOf = (page: ArtworkPage): { width: number; height: number } => MICRONS[page];

export const MOST_BOXES = 40;
/** Most characters of a box's text, with its placeholders. */
export const MAX_BOX_TEXT = 300;
export const MAX_LINES = 10;
/** The least width and height of a box, so that it can be seen and dragged. A line may be as thin as a hair. */
export const LEAST_SIDE = 1_000;
export const LEAST_LINE = 50;
/** The QR code with its quiet zone. */
export const LEAST_QR = 18_000;
/** In points. */
export const TYPE_SIZES = { least: 4, most: 200 } as const;
export const LEAST_ID_SIZE = 6;

/** Letters of the longest value that a box must hold. */
export const LONGEST_HELD_VALUE = 100;

type Size = { width: number; height: number };
const SIZES: Record<BoxKind, Size> = {
  text: { width: 120_000, height: 12_000 },
  picture: { width: 40_000, height: 25_000 },
  qr: { width: 25_000, height: 25_000 },
  id: { width: 50_000, height: 5_000 },
  line: { width: 80_000, height: 300 },
  date: { width: 50_000, height: 7_000 },
};

const TEXTS: Partial<Record<BoxKind, string>> = { text: '{student}', id: '{id}', date: '{issueDate}' };
const TYPE: Partial<Record<BoxKind, { size: number; minSize: number }>> = {
  text: { size: 24, minSize: 8 },
  id: { size: 9, minSize: LEAST_ID_SIZE },
};

/** The default values of a box of a kind. */
export const boxDefaults = (kind: BoxKind): ArtworkBox => ({
  kind,
  x: 20_000,
  y: 20_000,
  ...SIZES[kind],
  text: TEXTS[kind] ?? '',
  picture: kind === 'picture' ? 'logo' : null,
  align: 'center',
  typeface: 'garamond',
  ...(TYPE[kind] ?? { size: 12, minSize: 8 }),
  colour: '#14161b',
  long: 'shrink',
  lines: 1,
});

const SIGNATURE = /^signature([1-6])$/;

/** The place of a signature in the design's list: 'signature2' has 1. Null for other pictures. */
export function signatoryOf(picture: string): number | null {
  const number = SIGNATURE.exec(picture)?.[1];
  return number === undefined ? null : Number(number) - 1;
}

/** Whether a picture is the photograph of a field, which is named by its key. */
export const isPhoto = (picture: string) => picture !== 'logo' && signatoryOf(picture) === null;

/** Whether a box shows a text. */
export const hasText = ({ kind }: Pick<ArtworkBox, 'kind'>) =>
  kind === 'text' || kind === 'id' || kind === 'date';

/** What keeps own artwork from being published. `box` is the place in the list, or null for the whole design. */
export type ArtworkProblem = { box: number | null } & (
  | { problem: 'no-qr' | 'no-id' | 'small-qr' | 'small-id' | 'no-picture' }
  /** At its smallest size, the box does not hold this text. */
  | { problem: 'no-room'; text: string }
  | { problem: 'overlap'; other: number }
  /** It lies on a word of the background. */
  | { problem: 'word'; word: string }
  /** The contrast that 95 % of the pixels under the box have at least. */
  | { problem: 'contrast'; ratio: number }
);
