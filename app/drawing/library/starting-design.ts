import type { Design } from '#app/drawing/design.ts';
import type { Pen } from '#app/drawing/drawing.ts';
import { type ArtworkBox, type BoxTypeface, boxAt, type Place } from '#app/drawing/own-artwork/artwork.ts';

// Lengths are in millimetres, sizes of type in points.

/** The size of a page. Designs are drawn for A4 and US Letter. */
export type Sheet = { width: number; height: number };

/** A design of the library: a background and boxes. */
export type StartingDesign = {
  isPortrait: boolean;
  look: Pick<Design, 'colours' | 'typeface'>;
  /** The title of its files, in the reader's language. */
  title: () => string;
  /** Draws the background, which covers the sheet. Vectors without translucent gradients, which few programs draw. */
  draw: (pen: Pen, sheet: Sheet) => void;
  /** In the order of reading, with texts in the reader's language. */
  boxes: (sheet: Sheet) => ArtworkBox[];
};

type Type = { typeface: BoxTypeface; size: number; colour: string } & Partial<ArtworkBox>;

/** A text that shrinks down to half its size, but not below the least that is legible. */
const smallest = (size: number) => Math.max(6, Math.round(size / 2.4));

/** A line of words that all certificates share. */
export const words = (place: Place, text: string, type: Type) =>
  boxAt('text', place, { text, minSize: smallest(type.size), long: 'shrink', lines: 1, ...type });

/** A value, which may have 100 letters of any script. */
export const value = (place: Place, text: string, type: Type) =>
  boxAt('text', place, { text, minSize: 6, long: 'wrap', lines: 3, ...type });

/** A place in the middle of the sheet. */
export const centred = ({ width: whole }: Sheet, y: number, width: number, height: number): Place => [
  (whole - width) / 2,
  y,
  width,
  height,
];

/** The logo or the signature of the issuer. */
export const picture = (place: Place, name: 'logo' | 'signature1', align: ArtworkBox['align'] = 'center') =>
  boxAt('picture', place, { picture: name, align });

/** The QR code, with its quiet zone. */
export const qr = (x: number, y: number, size = 25) => boxAt('qr', [x, y, size, size]);
