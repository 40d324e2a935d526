import { paletteOf } from '#app/drawing/contrast.ts';
import type { Design } from '#app/drawing/design.ts';
import { pageOf } from '#app/drawing/design.ts';
import { compose } from '#app/drawing/designs/compose.server.ts';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { FACES } from '#app/drawing/designs/faces.ts';
import type { Part } from '#app/drawing/designs/parts.server.ts';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import type { Area } from '#app/drawing/fit-text.ts';
import type { Face } from '#app/drawing/fonts.server.ts';
import type { LeftOut } from './artwork.ts';
import {
  type ArtworkBox,
  type ArtworkPage,
  type BoxKind,
  type BoxTypeface,
  boxDefaults,
  LEAST_LINE,
  LEAST_SIDE,
  micronsOf,
} from './artwork.ts';
import { onePagePdf } from './one-page-pdf.server.ts';

/** A finished design as boxes on a background. */
export type Opened = {
  page: ArtworkPage;
  boxes: ArtworkBox[];
  left: LeftOut[];
};
/** The design's texts with their placeholders, and the key of the field of photographs, if the issuer has one. */
export type Unfilled = { texts: Design['texts']; photo: string | null };

const TYPEFACES: Record<Face, BoxTypeface> = {
  'Cinzel-Medium': 'classic',
  'EBGaramond-Regular': 'garamond',
  'EBGaramond-Italic': 'garamond-italic',
  'EBGaramond-SemiBold': 'garamond-semibold',
  'CormorantGaramond-SemiBold': 'editorial',
  'Manrope-Regular': 'modern',
  'Manrope-Bold': 'modern-bold',
};

/** The texts of parts that have other values on each certificate. */
const VALUES: Record<string, string> = {
  name: '{student}',
  course: '{course}',
  issuer: '{issuer}',
  id: '{id}',
  issued: '{issueDate}',
};
const SEAL = /^seal/;
const SIGNATURE = /^signatory-([1-6])-signature$/;

type Bounds = { top: number; bottom: number };

/** Room for letters of other scripts above and below those that were measured, as a share of the size. */
const ROOM = 0.45;

/** The top and the bottom of the box of a text: half of the way to the parts above and below it in its stack. */
function boundsOf(part: Part, parts: readonly Part[], size: number): Bounds {
  const { top, height } = part.area;
  const bottom = top + height;
  const room = size * ROOM;
  const others = parts.filter(
    (other) => other !== part && other.stack !== undefined && other.stack === part.stack,
  );
  const above = Math.max(
    ...others.filter(({ area }) => area.top + area.height <= top).map(({ area }) => area.top + area.height),
    -1,
  );
  const below = Math.min(
    ...others.filter(({ area }) => area.top >= bottom).map(({ area }) => area.top),
    Number.POSITIVE_INFINITY,
  );
  return {
    top: above < 0 ? top - room : (above + top) / 2,
    bottom: Number.isFinite(below) ? (below + bottom) / 2 : bottom + room,
  };
}

class Opener {
  readonly #design: Design;
  readonly #photo: string | null;
  readonly #texts: Design['texts'];
  readonly #page: { width: number; height: number };
  readonly #perPixel: { x: number; y: number };
  readonly left = new Set<LeftOut>();

  /** @param texts the design's texts with their placeholders @param photo the key of the field of photographs */
  constructor(design: Design, name: ArtworkPage, texts: Design['texts'], photo: string | null) {
    this.#design = design;
    this.#photo = photo;
    this.#texts = texts;
    this.#page = micronsOf(name);
    const { width, height } = pageOf(design);
    this.#perPixel = { x: this.#page.width / width, y: this.#page.height / height };
  }

  /** A box at a place in pixels, within the page. */
  #box(kind: BoxKind, area: Area, given: Partial<ArtworkBox> = {}): ArtworkBox {
    const least = kind === 'line' ? LEAST_LINE : LEAST_SIDE;
    const x = Math.max(0, Math.round(area.left * this.#perPixel.x));
    const y = Math.max(0, Math.round(area.top * this.#perPixel.y));
    const width = Math.max(least, Math.round(area.width * this.#perPixel.x));
    const height = Math.max(least, Math.round(area.height * this.#perPixel.y));
    return {
      ...boxDefaults(kind),
      x,
      y,
      width: Math.min(width, this.#page.width - x),
      height: Math.min(height, this.#page.height - y),
      ...given,
    };
  }

  #wordsOf({ what, text, set }: Part): string {
    const own = what in this.#texts ? this.#texts[what as keyof Design['texts']] : undefined;
    const words = VALUES[what] ?? own ?? text?.placed.written ?? '';
    if (!set?.style.capitals) return words;
    if (!words.includes('{')) return words.toUpperCase();
    this.left.add('capitals');
    return words;
  }

  #text(part: Part, parts: readonly Part[]): ArtworkBox {
    const { what, text, set } = part as Required<Part>;
    const { style, within } = set;
    const { face, scale } = FACES[this.#design.typeface][style.role];
    if (style.spacing) this.left.add('spacing');
    const { top, bottom } = boundsOf(part, parts, style.size);
    const size = Math.min((style.size * scale * 72) / 150, ((bottom - top) * 72) / 150);
    const kind = what === 'id' ? 'id' : what === 'issued' ? 'date' : 'text';
    const rounded = Math.max(4, Math.round(size * 10) / 10);
    const lines = style.maxLines ?? 1;
    return this.#box(
      kind,
      { left: within.left, width: within.width, top, height: bottom - top },
      {
        text: this.#wordsOf(part),
        align: text.align ?? 'center',
        typeface: TYPEFACES[face],
        size: rounded,
        minSize: Math.min(6, rounded),
        colour: paletteOf(this.#design.colours)[style.colour],
        long: lines > 1 ? 'wrap' : 'shrink',
        lines,
      },
    );
  }

  /** The expiry with its label, which certificates without one leave out. */
  #expiry(part: Part, parts: readonly Part[]): ArtworkBox {
    const box = this.#text(part, parts);
    const label = parts.find(({ what }) => what === 'expires-label');
    const top = label ? Math.round(label.area.top * this.#perPixel.y) : box.y;
    return {
      ...box,
      y: top,
      height: box.y + box.height - top,
      text: `[${label?.text?.placed.written ?? ''} {expiryDate}]`,
      long: 'wrap',
      lines: 2,
    };
  }

  /** The box of a part, or null for one that stays in the background or has none. */
  boxOf(part: Part, parts: readonly Part[], qr: Area): ArtworkBox | null {
    const { what, fill, plate } = part;
    const area = plate?.inside ?? part.area;
    if (what === 'qr-code') return this.#box('qr', qr);
    if (what === 'expires-label') return null;
    if (what === 'expires') return this.#expiry(part, parts);
    if (part.text && part.set) return this.#text(part, parts);
    if (fill !== undefined) return this.#box('line', area, { colour: fill });
    if (what === 'logo') return this.#box('picture', area, { picture: 'logo' });
    const signature = SIGNATURE.exec(what)?.[1];
    if (signature) return this.#box('picture', area, { picture: `signature${signature}` });
    if (what === 'photo' && this.#photo !== null) return this.#box('picture', area, { picture: this.#photo });
    return null;
  }
}

/** Whether a part that has no box is drawn into the background. */
const staysBehind = ({ what }: Part) => what !== 'photo' && what !== 'expires-label';

const artworkPage = ({ base, pageSize = 'a4' }: Design): ArtworkPage =>
  base.startsWith('portrait') ? `${pageSize}-portrait` : pageSize;

/**
 * Opens a finished design of a layout as boxes on a background, which has what boxes cannot show.
 * @param drawing of a sample of usual length
 * @returns the boxes, and the background as a PDF
 */
export function openLayout(
  drawing: CertificateDrawing,
  { texts, photo }: Unfilled,
  pictures: Pictures,
): Opened & { pdf: Uint8Array<ArrayBuffer> } {
  const { design } = drawing;
  if (!design) throw new Error('The standard layout is not opened as boxes');
  const { page, fixed, varying, drawBackdrop, qr } = compose(drawing, design, pictures);
  const parts = [...fixed(), ...varying];
  const name = artworkPage(design);
  const opener = new Opener(design, name, texts, photo);
  const square = { left: qr.left, top: qr.top, width: qr.size, height: qr.size };
  const opened = parts.map((part) => ({ part, box: opener.boxOf(part, parts, square) }));
  const behind = opened.filter(({ box, part }) => box === null && staysBehind(part)).map(({ part }) => part);
  for (const { what } of behind) opener.left.add(SEAL.test(what) ? 'seal' : 'ornament');
  if (parts.some(({ what }) => what === 'photo') && photo === null) opener.left.add('photo');
  const pdf = onePagePdf(page, (pen) => {
    pen.fillStyle = design.colours.paper;
    pen.fillRect(0, 0, page.width, page.height);
    drawBackdrop(pen);
    for (const { plate } of parts) plate?.draw(pen);
    for (const part of behind) part.draw(pen);
  });
  return {
    page: name,
    boxes: opened.flatMap(({ box }) => (box ? [box] : [])),
    left: [...opener.left],
    pdf,
  };
}
