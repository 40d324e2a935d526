import type { Area } from './fit-text.ts';
import type { Page } from './page.ts';
import type { Pen } from './pen.ts';

/** How to draw one certificate, on a canvas or a PDF page. */
export type Artwork = {
  page: Page;
  /** Drawings with equal keys share one template. */
  templateKey: string;
  /** Draws what many certificates share. */
  drawTemplate: (pen: Pen) => void;
  /** Draws the rest over the template and returns the areas that it covers. */
  drawDetails: (pen: Pen) => Area[];
  /** The square of the QR code, which links to the same address in a PDF. */
  qr: { left: number; top: number; size: number };
};
