import { drawDetails } from './built-in-details.server.ts';
import { drawTemplate } from './built-in-template.server.ts';
import { designArtwork, type Pictures } from './designs/compose.server.ts';
import type { CertificateDrawing } from './drawing.ts';
import type { Area } from './fit-text.ts';
import { layoutOf } from './layout.ts';
import { LANDSCAPE, type Page } from './page.ts';
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

/** Draws a whole certificate. */
export function drawArtwork(pen: Pen, artwork: Artwork) {
  artwork.drawTemplate(pen);
  artwork.drawDetails(pen);
}

/** The artwork of a drawing: in its own design, or else in the built-in layout. */
export function artworkOf(drawing: CertificateDrawing, pictures: Pictures = {}): Artwork {
  if (drawing.design) return designArtwork(drawing, drawing.design, pictures);
  const layout = layoutOf(drawing.layoutVersion);
  return {
    page: LANDSCAPE,
    templateKey: `layout ${drawing.layoutVersion}`,
    drawTemplate: (pen) => drawTemplate(pen, layout),
    drawDetails: (pen) => drawDetails(pen, drawing, layout),
    qr: layout.qr,
  };
}
