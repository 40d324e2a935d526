import { paletteOf } from '#app/drawing/contrast.ts';
import type { Design } from '#app/drawing/design.ts';
import { REVOKED } from '#app/drawing/designs/compose.server.ts';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import type { Part } from '#app/drawing/designs/parts.server.ts';
import type { Artwork, CertificateDrawing, Page } from '#app/drawing/drawing.ts';
import { markParts } from '#app/drawing/marks.server.ts';
import { asGiven } from '#app/drawing/tagging/reading-order.ts';
import { type ArtworkBox, hasText, isPhoto, type OwnArtwork, pageOfSurface } from './artwork.ts';
import { drawBackground } from './background.server.ts';
import { partsOfBox, type Shown, squareOf } from './parts.server.ts';

const overlap = (one: ArtworkBox, other: ArtworkBox) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Whether a box can look different on each certificate. Without a list every text can. */
function varies({ kind, picture }: ArtworkBox, index: number, { varyingBoxes }: CertificateDrawing) {
  if (kind === 'qr') return true;
  if (kind === 'picture') return picture !== null && isPhoto(picture);
  return kind !== 'line' && (varyingBoxes?.includes(index) ?? true);
}

/** The places in the list of those that the template has. Boxes that lie over a varying one are drawn after it. */
function fixedBoxes({ boxes }: OwnArtwork, drawing: CertificateDrawing): Set<number> {
  const later: ArtworkBox[] = [];
  const fixed = new Set<number>();
  for (const [index, box] of boxes.entries()) {
    if (varies(box, index, drawing) || later.some((under) => overlap(under, box))) later.push(box);
    else fixed.add(index);
  }
  return fixed;
}

/** The heading of the page: the largest of the texts that all certificates have, or else of all. */
function headingOf({ boxes }: OwnArtwork, fixed: ReadonlySet<number>): number {
  const texts = [...boxes.keys()].filter((index) => hasText(boxes[index] as ArtworkBox));
  const usual = texts.filter((index) => fixed.has(index));
  const sizeOf = (index: number) => boxes[index]?.size ?? 0;
  const [largest] = (usual.length > 0 ? usual : texts).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return largest ?? -1;
}

/** What each box of a certificate shows. It is placed when it is first asked for, because templates are kept. */
function partsByBox(shown: Shown, heading: number): (index: number) => Part[] {
  const { boxes } = shown.artwork;
  const qr = boxes.findIndex(({ kind }) => kind === 'qr');
  const nameOf = (index: number) =>
    index === heading ? 'title' : index === qr ? 'qr-code' : `box-${index + 1}`;
  const known = new Map<number, Part[]>();
  return (index) => {
    const parts = known.get(index) ?? partsOfBox(shown, boxes[index] as ArtworkBox, nameOf(index));
    known.set(index, parts);
    return parts;
  };
}

/** The least page on which the mark has its usual size. */
const ROOM_OF_MARK = { width: 1_240, height: 650 };

const scaleOfMark = ({ width, height }: Page) =>
  Math.min(1, width / ROOM_OF_MARK.width, height / ROOM_OF_MARK.height);

/** The artwork of a certificate in a design with boxes on the issuer's own background. */
export function ownArtwork(
  drawing: CertificateDrawing,
  design: Design,
  artwork: OwnArtwork,
  pictures: Pictures,
): Artwork {
  const page = pageOfSurface(artwork.page);
  const fixed = fixedBoxes(artwork, drawing);
  const partsOf = partsByBox({ drawing, artwork, page, pictures }, headingOf(artwork, fixed));
  const all = [...artwork.boxes.keys()];
  const partsWhere = (isFixed: boolean) =>
    all.filter((index) => fixed.has(index) === isFixed).flatMap(partsOf);
  const mark = {
    ...REVOKED,
    scale: scaleOfMark(page),
    x: page.width / 2,
    y: page.height * 0.48,
    dateStyle: design.dateStyle,
  };
  const marks = markParts(drawing, mark, paletteOf(design.colours).revoked);
  const qrBox = artwork.boxes.find(({ kind }) => kind === 'qr');
  return {
    page,
    qr: qrBox ? squareOf(qrBox) : null,
    templateKey: JSON.stringify([
      { ...design, texts: null, fields: null, artwork: null },
      artwork.page,
      artwork.background,
      artwork.boxes.filter((_, index) => fixed.has(index)),
    ]),
    drawTemplate: (pen) => {
      if (artwork.background === null) {
        pen.fillStyle = design.colours.paper;
        pen.fillRect(0, 0, page.width, page.height);
      } else drawBackground(pen, artwork.background, pictures, page);
      for (const part of partsWhere(true)) part.draw(pen);
    },
    drawDetails: (pen) => {
      const parts = partsWhere(false);
      for (const part of [...parts, ...marks]) part.draw(pen);
      if (marks.length === 0) return parts.map(({ area }) => area);
      return [{ left: 0, top: 0, width: page.width, height: page.height }];
    },
    // The order of the boxes is that of reading. A mark is read before them.
    elements: () => asGiven([...marks, ...all.flatMap(partsOf)]),
  };
}
