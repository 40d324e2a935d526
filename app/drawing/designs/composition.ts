import type { Page } from '#app/drawing/page.ts';
import type { Pen } from '#app/drawing/pen.ts';
import type { Square } from './furniture.server.ts';
import type { Part } from './parts.server.ts';

/** The parts of a certificate in one base. */
export type Composition = {
  page: Page;
  /** Draws paper, frame and everything else behind the texts. */
  drawBackdrop: (pen: Pen) => void;
  /** Parts that depend on nothing but the design and the issuer. */
  fixed: () => Part[];
  /** Parts that depend on the certificate. */
  varying: Part[];
  qr: Square;
};
