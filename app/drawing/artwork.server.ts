import { designArtwork } from '#app/drawing/designs/compose.server.ts';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { drawDetails, drawTemplate } from './built-in-layout.server.ts';
import { type CertificateDrawing, printedCheck } from './drawing.ts';
import { layoutOf } from './layout.ts';
import { type Artwork, LANDSCAPE, type Pen } from './page.ts';

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
    drawTemplate: (pen) => drawTemplate(pen, layout, printedCheck(drawing) !== null),
    drawDetails: (pen) => drawDetails(pen, drawing, layout),
    qr: layout.qr,
  };
}
