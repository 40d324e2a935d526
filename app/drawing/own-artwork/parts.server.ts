import { QR_LOOK } from '#app/drawing/designs/boxes.server.ts';
import { atWidth, type Pictures } from '#app/drawing/designs/decode.server.ts';
import { drawSilhouette } from '#app/drawing/designs/images.server.ts';
import { imagePart, type Part, rulePart } from '#app/drawing/designs/parts.server.ts';
import { type CertificateDrawing, type Page, type Pen, SILHOUETTE } from '#app/drawing/drawing.ts';
import type { Area } from '#app/drawing/fit-text.ts';
import type { Face } from '#app/drawing/fonts.server.ts';
import { drawPlaced, type PlacedText, placeText } from '#app/drawing/lettering.server.ts';
import { drawQrCode } from '#app/drawing/qr-code.ts';
import { t } from '#messages';
import {
  type ArtworkBox,
  type BoxTypeface,
  hasText,
  type OwnArtwork,
  pixelsOfMicrons,
  pixelsOfPoints,
  signatoryOf,
} from './artwork.ts';

const FACES: Record<BoxTypeface, Face> = {
  classic: 'Cinzel-Medium',
  garamond: 'EBGaramond-Regular',
  'garamond-italic': 'EBGaramond-Italic',
  'garamond-semibold': 'EBGaramond-SemiBold',
  editorial: 'CormorantGaramond-SemiBold',
  modern: 'Manrope-Regular',
  'modern-bold': 'Manrope-Bold',
};

/** What the boxes of a certificate show. */
export type Shown = { drawing: CertificateDrawing; artwork: OwnArtwork; page: Page; pictures: Pictures };

/** The place of a box on the page, in pixels. */
export const areaOf = ({ x, y, width, height }: ArtworkBox): Area => ({
  left: pixelsOfMicrons(x),
  top: pixelsOfMicrons(y),
  width: pixelsOfMicrons(width),
  height: pixelsOfMicrons(height),
});

/** The largest square in a box. */
export function squareOf(box: ArtworkBox) {
  const { left, top, width, height } = areaOf(box);
  const size = Math.min(width, height);
  return { left: left + (width - size) / 2, top: top + (height - size) / 2, size };
}

/** Fits a text into a box, however long it is. @param text without placeholders */
export const placeInBox = (box: ArtworkBox, text: string): PlacedText =>
  placeText(
    text,
    {
      ...areaOf(box),
      size: pixelsOfPoints(box.size),
      smallest: pixelsOfPoints(box.minSize),
      maxLines: box.long === 'wrap' ? box.lines : 1,
      align: box.align,
    },
    FACES[box.typeface],
  );

/** Sizes are results of searches. */
const SIZE_TOLERANCE = 0.99;

/** Whether a placed text is at least as large as the smallest size of its box. */
export const isLegible = ({ minSize }: ArtworkBox, { size, lines }: PlacedText) =>
  lines.length === 0 || size >= pixelsOfPoints(minSize) * SIZE_TOLERANCE;

function textPart(box: ArtworkBox, what: string): Part[] {
  const placed = placeInBox(box, box.text);
  if (placed.lines.length === 0) return [];
  const { align } = box;
  return [
    {
      what,
      area: placed.ink,
      draw: (pen) => drawPlaced(pen, placed, box.colour, align),
      text: { placed, align },
    },
  ];
}

function qrPart(box: ArtworkBox, what: string, { verifyUrl }: CertificateDrawing): Part {
  const square = squareOf(box);
  const { left, top, size } = square;
  return {
    what,
    alt: t('drawing.qrCodeOfUrl', { url: verifyUrl }),
    area: { left, top, width: size, height: size },
    draw: (pen) => drawQrCode(pen, verifyUrl, square, QR_LOOK),
  };
}

/** A photograph, as large as it must be to fill its box. What is outside is cut off. */
function croppedPart(what: string, name: string, box: Area, alt: string, pictures: Pictures): Part[] {
  const image = pictures[name];
  const draw = (pen: Pen) => {
    if (!image) return drawSilhouette(pen, box);
    const scale = Math.max(box.width / image.width, box.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    pen.save();
    pen.beginPath();
    pen.rect(box.left, box.top, box.width, box.height);
    pen.clip();
    pen.imageSmoothingEnabled = true;
    pen.imageSmoothingQuality = 'high';
    const left = box.left + (box.width - width) / 2;
    pen.drawImage(atWidth(image, width), left, box.top + (box.height - height) / 2, width, height);
    pen.restore();
  };
  if (!image && name !== SILHOUETTE) throw new Error(`The image ${name} of the design is missing`);
  return [{ what, alt, area: box, draw }];
}

function picturePart(box: ArtworkBox, what: string, { drawing, page, pictures }: Shown): Part[] {
  const { picture, align, text } = box;
  const { design, issuerName, studentName, photos } = drawing;
  if (picture === null || !design) return [];
  const kit = { pictures, pageWidth: page.width, isMirrored: false };
  const contained = (name: string | null | undefined, alt: string) =>
    imagePart(kit, what, name ?? null, areaOf(box), { align, alt: text || alt });
  if (picture === 'logo') {
    return contained(design.logo, t('drawing.logoOfIssuer', { issuer: issuerName }));
  }
  const place = signatoryOf(picture);
  const signatory = place === null ? undefined : design.signatories[place];
  if (signatory)
    return contained(signatory.signature, t('drawing.signatureOfName', { name: signatory.name }));
  const photo = photos?.[picture];
  if (photo === undefined) return [];
  const alt = text || t('drawing.photographOfName', { name: studentName });
  return croppedPart(what, photo, areaOf(box), alt, pictures);
}

/** What a box shows on a certificate, with its texts filled in. A box without anything to show has no part. */
export function partsOfBox(shown: Shown, box: ArtworkBox, what: string): Part[] {
  if (hasText(box)) return textPart(box, what);
  switch (box.kind) {
    case 'qr':
      return [qrPart(box, what, shown.drawing)];
    case 'picture':
      return picturePart(box, what, shown);
    default:
      return [rulePart({ pageWidth: shown.page.width, isMirrored: false }, what, areaOf(box), box.colour)];
  }
}
