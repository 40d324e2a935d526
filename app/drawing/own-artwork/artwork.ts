import { PAGES, type Page, type Raster } from '#app/drawing/drawing.ts';

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

/** Other sizes of a certificate: a card for a wallet, and two pictures for sharing. */
export const FACE_KINDS = ['card', 'wide', 'square'] as const;
export type FaceKind = (typeof FACE_KINDS)[number];

/** What boxes lie on. */
export type Surface = ArtworkPage | FaceKind;

/** A face that the author made. The site makes the others. */
export type Face = Pick<OwnArtwork, 'background' | 'boxes'> & { kind: FaceKind };

export type OwnArtwork = {
  /** Of a design its page, and of a face that is drawn its kind. */
  page: Surface;
  /** Name of a stored background. */
  background: string | null;
  /** In the order of drawing, which is also that of reading. */
  boxes: ArtworkBox[];
  /** At most one of each kind, in the order of the kinds. Absent without any. */
  faces?: Face[];
};

/** Pages have 150 dpi. */
const PIXELS_PER_INCH = 150;
const POINTS_PER_INCH = 72;
const MICRONS_PER_INCH = 25_400;

export const pixelsOfMicrons = (microns: number) => (microns / MICRONS_PER_INCH) * PIXELS_PER_INCH;
export const pixelsOfPoints = (points: number) => (points / POINTS_PER_INCH) * PIXELS_PER_INCH;

type Size = { width: number; height: number };

/** The sizes of all surfaces in thousandths of a millimetre. */
const MICRONS: Record<Surface, Size> = {
  a4: { width: 297_000, height: 210_000 },
  'a4-portrait': { width: 210_000, height: 297_000 },
  letter: { width: 279_400, height: 215_900 },
  'letter-portrait': { width: 215_900, height: 279_400 },
  card: { width: 85_600, height: 54_000 },
  wide: { width: 203_200, height: 106_680 },
  square: { width: 182_880, height: 182_880 },
};

export const micronsOf = (surface: Surface): Size => MICRONS[surface];

const inPoints = (microns: number) => (microns / MICRONS_PER_INCH) * POINTS_PER_INCH;

function facePage(kind: FaceKind): Page {
  const { width, height } = MICRONS[kind];
  return {
    width: pixelsOfMicrons(width),
    height: pixelsOfMicrons(height),
    pdfWidth: inPoints(width),
    pdfHeight: inPoints(height),
  };
}

/** The card has 12.5 pixels a millimetre, so that both of its sides have whole pixels. */
const FACE_PAGES: Record<FaceKind, Page & { raster: Raster }> = {
  card: { ...facePage('card'), raster: { width: 1_070, height: 675, perMetre: 12_500 } },
  wide: { ...facePage('wide'), raster: { width: 1_200, height: 630 } },
  square: { ...facePage('square'), raster: { width: 1_080, height: 1_080 } },
};

/** The size of a face's picture in pixels. */
export const rasterOf = (kind: FaceKind): Raster => FACE_PAGES[kind].raster;

export const isFace = (surface: Surface): surface is FaceKind => surface in FACE_PAGES;

/** The page on which a surface is drawn. */
export const pageOfSurface = (surface: Surface): Page =>
  isFace(surface) ? FACE_PAGES[surface] : ARTWORK_PAGES[surface];

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
/** Two lines hold the longest values at the smallest size. */
const LONG: Partial<Record<BoxKind, Pick<ArtworkBox, 'long' | 'lines'>>> = {
  text: { long: 'wrap', lines: 2 },
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
  ...(LONG[kind] ?? { long: 'shrink', lines: 1 }),
});

/** A place in millimetres. */
export type Place = readonly [x: number, y: number, width: number, height: number];
type Given = Partial<Omit<ArtworkBox, 'kind' | 'x' | 'y' | 'width' | 'height'>>;

/** A box of a kind at a place, with default values besides those that are given. */
export function boxAt(kind: BoxKind, place: Place, given: Given = {}): ArtworkBox {
  const [x = 0, y = 0, width = 0, height = 0] = place.map((length) => Math.round(length * 1_000));
  return { ...boxDefaults(kind), x, y, width, height, ...given };
}

const SIGNATURE = /^signature([1-6])$/;

/** The place of a signature in the design's list: 'signature2' has 1. Null for other pictures. */
export function signatoryOf(picture: string): number | null {
  const number = SIGNATURE.exec(picture)?.[1];
  return number === undefined ? null : Number(number) - 1;
}

/** Whether a picture is the photograph of a field, which is named by its key. */
export const isPhoto = (picture: string) => picture !== 'logo' && signatoryOf(picture) === null;

const OTHER_SIDE = { left: 'right', center: 'center', right: 'left' } as const;

/** The boxes with left and right exchanged, for a page that is read from right to left. */
export const mirrored = <Box extends ArtworkBox>(boxes: readonly Box[], page: Size): Box[] =>
  boxes.map((box) => ({ ...box, x: page.width - box.x - box.width, align: OTHER_SIDE[box.align] }));

/** Whether a box shows a text. */
export const hasText = ({ kind }: Pick<ArtworkBox, 'kind'>) =>
  kind === 'text' || kind === 'id' || kind === 'date';

/** What keeps own artwork from being published. `box` is the place in the list, or null for the whole design or face. */
export type ArtworkProblem = { box: number | null; face?: FaceKind } & (
  | { problem: 'no-qr' | 'no-id' | 'small-qr' | 'small-id' | 'no-picture' }
  /** At its smallest size, the box does not hold this text. */
  | { problem: 'no-room'; text: string }
  | { problem: 'overlap'; other: number }
  /** It lies on a word of the background. */
  | { problem: 'word'; word: string }
  /** The contrast that 95 % of the pixels under the box have at least. */
  | { problem: 'contrast'; ratio: number }
);

/** What the boxes of an opened design cannot do as its layout did: what stays in the background, and what of the texts is lost. */
export const LEFT_OUT = ['seal', 'ornament', 'spacing', 'capitals', 'photo', 'colours'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];
