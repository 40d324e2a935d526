import type { Design } from '#app/drawing/design.ts';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import { type ArtworkBox, type ArtworkPage, boxDefaults } from '#app/drawing/own-artwork/artwork.ts';
import { drawingWith } from './samples.ts';

/** A box of a kind at a place, in thousandths of a millimetre. */
export const box = (
  kind: ArtworkBox['kind'],
  [x, y, width, height]: [number, number, number, number],
  changes: Partial<ArtworkBox> = {},
): ArtworkBox => ({ ...boxDefaults(kind), x, y, width, height, ...changes });

/** A QR code and an ID, which every design has. */
export const compulsory = [
  box('qr', [10_000, 170_000, 25_000, 25_000]),
  box('id', [40_000, 185_000, 60_000, 6_000]),
];

export const artworkDesign = (
  boxes: ArtworkBox[],
  page: ArtworkPage = 'a4',
  changes: Partial<Design> = {},
): Design => ({
  base: 'artwork',
  colours: { primary: '#1b2350', accent: '#a9791f', paper: '#ffffff' },
  typeface: 'garamond',
  logo: null,
  signatories: [],
  texts: { title: 'Diploma', subtitle: '', beforeName: '', beforeCourse: '', statement: '' },
  seal: false,
  artwork: { page, background: null, boxes },
  ...changes,
});

/** A drawing with texts that need no filling in. */
export const withBoxes = (
  boxes: ArtworkBox[],
  page?: ArtworkPage,
  changes: Partial<Design> = {},
): CertificateDrawing => drawingWith({ layoutVersion: 3, design: artworkDesign(boxes, page, changes) });
