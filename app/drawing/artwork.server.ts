import { designArtwork } from '#app/drawing/designs/compose.server.ts';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { detailParts, drawTemplate, fixedTexts } from './built-in-layout.server.ts';
import { type Artwork, type CertificateDrawing, LANDSCAPE, type Pen, printedCheck } from './drawing.ts';
import { layoutOf } from './layout.ts';
import { markParts } from './marks.server.ts';
import { ownArtwork } from './own-artwork/compose.server.ts';
import { inReadingOrder } from './tagging/reading-order.ts';

/** Draws a whole certificate. */
export function drawArtwork(pen: Pen, artwork: Artwork) {
  artwork.drawTemplate(pen);
  artwork.drawDetails(pen);
}

/** The artwork of a drawing: in its own design, or else in the built-in layout. */
export function artworkOf(drawing: CertificateDrawing, pictures: Pictures = {}): Artwork {
  const { design } = drawing;
  if (design?.artwork) return ownArtwork(drawing, design, design.artwork, pictures);
  if (design) return designArtwork(drawing, design, pictures);
  const layout = layoutOf(drawing.layoutVersion);
  const hasCheck = printedCheck(drawing) !== null;
  const details = detailParts(drawing, layout);
  const marks = markParts(drawing, layout.revoked, layout.colours.revoked);
  return {
    page: LANDSCAPE,
    templateKey: `layout ${drawing.layoutVersion}`,
    drawTemplate: (pen) => drawTemplate(pen, layout, hasCheck),
    drawDetails: (pen) => {
      for (const part of [...details, ...marks]) part.draw(pen);
      if (marks.length === 0) return details.map(({ area }) => area);
      return [{ left: 0, top: 0, width: LANDSCAPE.width, height: LANDSCAPE.height }];
    },
    elements: () => inReadingOrder([...fixedTexts(layout, hasCheck), ...details, ...marks]),
    qr: layout.qr,
  };
}
