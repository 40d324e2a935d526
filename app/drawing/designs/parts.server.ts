import type { Palette } from '#app/drawing/contrast.ts';
import type { Design } from '#app/drawing/design.ts';
import type { CertificateDrawing, Pen } from '#app/drawing/drawing.ts';
import type { Align, Area } from '#app/drawing/fit-text.ts';
import { drawPlaced, type PlacedText, placeText } from '#app/drawing/lettering.server.ts';
import type { Said } from '#app/drawing/tagging/reading-order.ts';
import { atWidth, type Pictures } from './decode.server.ts';
import type { Faces } from './faces.ts';
import type { TextName, TextStyle } from './layout.ts';

/** Everything that is needed to draw a layout's boxes. */
export type Kit = {
  drawing: CertificateDrawing;
  design: Design;
  texts: Record<TextName, string>;
  pictures: Pictures;
  palette: Palette;
  faces: Faces;
  pageWidth: number;
  signatoryRows: number;
  /** Whether the page is mirrored, for a language that is written from right to left. */
  isMirrored: boolean;
};

/** A piece of a certificate. It is drawn entirely within its area. */
export type Part = {
  what: string;
  area: Area;
  draw: (pen: Pen) => void;
  /** For a part in a stack: the names of all parts of the stack, whose positions depend on each other. */
  stack?: ReadonlySet<string>;
  /** How its text is set, and the sides between which it may reach. */
  set?: { style: TextStyle; within: Pick<Area, 'left' | 'width'> };
  /** The colour of a line. */
  fill?: string;
  /** The plate behind a picture, and the picture's area on the plate. */
  plate?: { draw: (pen: Pen) => void; inside: Area };
} & Said;

/** What decides where a box is. */
type Placing = Pick<Kit, 'pageWidth' | 'isMirrored'>;

/** The place of a box on the page, which may be mirrored. */
export const inPage = <Box extends Pick<Area, 'left' | 'width'>>(kit: Placing, box: Box): Box =>
  kit.isMirrored ? { ...box, left: kit.pageWidth - box.left - box.width } : box;

const MIRRORED: Record<Align, Align> = { left: 'right', center: 'center', right: 'left' };
const alignOf = (kit: Kit, align: Align) => (kit.isMirrored ? MIRRORED[align] : align);

/** Texts of at least this size shrink before they wrap. */
const SMALL = 40;

/** A placed text with the sides of its box. */
type Placed = PlacedText & { within: Pick<Area, 'left' | 'width'> };

/** Fits a text of one style into a box, without drawing it. */
export function place(kit: Kit, text: string, box: Area, style: TextStyle): Placed {
  const { face, scale } = kit.faces[style.role];
  const within = inPage(kit, box);
  const placed = placeText(
    style.capitals ? text.toUpperCase() : text,
    {
      ...within,
      size: style.size * scale,
      maxLines: style.maxLines ?? 1,
      align: alignOf(kit, style.align ?? 'center'),
      wrapsEarly: style.size < SMALL,
    },
    face,
    style.spacing,
  );
  return { ...placed, written: text, within };
}

export function placedPart(kit: Kit, what: string, placed: Placed, style: TextStyle): Part {
  const align = alignOf(kit, style.align ?? 'center');
  return {
    what,
    area: placed.ink,
    draw: (pen) => drawPlaced(pen, placed, kit.palette[style.colour], align),
    text: { placed, align },
    set: { style, within: placed.within },
  };
}

/** A text in its box. An empty text has no part. */
export function textPart(kit: Kit, what: string, text: string, box: Area, style: TextStyle): Part[] {
  const placed = place(kit, text, box, style);
  return placed.lines.length === 0 ? [] : [placedPart(kit, what, placed, style)];
}

/** An image, as large as its box allows. Without an image there is no part. */
export function imagePart(
  kit: Placing & Pick<Kit, 'pictures'>,
  what: string,
  name: string | null,
  box: Area,
  { align = 'center', vertical = 0.5, alt }: { align?: Align | undefined; vertical?: number; alt: string },
): Part[] {
  if (name === null) return [];
  const image = kit.pictures[name];
  if (!image) throw new Error(`The image ${name} of the design is missing`);
  const scale = Math.min(box.width / image.width, box.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const before = (box.width - width) * { left: 0, center: 0.5, right: 1 }[align];
  const { left } = inPage(kit, { left: box.left + before, width });
  const top = box.top + (box.height - height) * vertical;
  return [
    {
      what,
      alt,
      area: { left, top, width, height },
      draw: (pen) => {
        pen.imageSmoothingEnabled = true;
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(atWidth(image, width), left, top, width, height);
      },
    },
  ];
}

/** A filled rectangle. */
export function rulePart(kit: Placing, what: string, box: Area, colour: string): Part {
  const area = inPage(kit, box);
  return {
    what,
    area,
    fill: colour,
    draw: (pen) => {
      pen.fillStyle = colour;
      pen.fillRect(area.left, area.top, area.width, area.height);
    },
  };
}
