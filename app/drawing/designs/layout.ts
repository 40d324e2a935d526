import type { Palette } from '#app/drawing/contrast.ts';
import type { Page, Pen } from '#app/drawing/drawing.ts';
import type { Align, Area } from '#app/drawing/fit-text.ts';
import type { Role } from './faces.ts';

// Lengths are in thousandths of a millimetre, positions from the upper left corner of a page of A4.

export type Colour = keyof Palette;

export type TextStyle = {
  role: Role;
  /** The font size of short texts. */
  size: number;
  colour: Colour;
  /** Extra space between letters, as a share of the size. */
  spacing?: number;
  maxLines?: number;
  align?: Align;
  /** Whether the text is set in capitals. */
  capitals?: boolean;
};

/** Texts of the design, of the certificate, and of the layout itself. */
export type TextName =
  | 'issuer'
  | 'title'
  | 'subtitle'
  | 'beforeName'
  | 'name'
  | 'beforeCourse'
  | 'course'
  | 'statement'
  | 'scan'
  | 'scanTheCode';

export type OrnamentName = 'bar' | 'double rule' | 'flourish' | 'pointed rule';

/** A piece of a stack. `gap` is the preferred distance from the block above, if there is one. */
export type LayoutBlock = { gap?: number } & (
  | { shows: TextName; maxHeight: number; width?: number; style: TextStyle }
  | { ornament: OrnamentName; width: number; height: number }
);

export type Column = {
  area: Area;
  align?: Align;
  /** Position of the blocks when there is spare room: 0 at the top, 1 at the bottom. */
  anchor?: number;
  /** How far gaps may grow, as a multiple of their preferred size. */
  loosen?: number;
};

export type FactName = 'id' | 'issued' | 'expires';
export type SealName = 'laurel' | 'ribbon' | 'stamped';
export type Square = { left: number; top: number; size: number };
/** A row of a height that its content determines. */
export type Row = Omit<Area, 'height'>;
export type Circle = { x: number; y: number; radius: number };

type Outline = 'ornament' | 'hairline';

/** Paper behind a logo, because most are made for light paper, or behind a photograph. `padding` is its reach beyond the image. */
export type Plate = { padding: { x: number; y: number }; radius: number; outline?: Outline };

/** An item of a layout. A certificate without its content, such as a logo or an expiry date, leaves it out. */
export type LayoutBox =
  | {
      kind: 'logo';
      area: Area;
      align?: Align;
      plate?: Plate;
      /** The issuer's name beside the logo, or in its place. `width` is that of both. */
      issuer?: { gap: number; width: number; style: TextStyle };
    }
  | { kind: 'text'; shows: TextName; area: Area; style: TextStyle }
  | ({ kind: 'stack'; blocks: LayoutBlock[] } & Column)
  | {
      kind: 'facts';
      /** The widths of labels with their values below, in their order. */
      facts: Partial<Record<FactName, number>>;
      area: Row;
      /** Distance in a row. */
      gap?: number;
      /** Facts stand one under another, this far apart. */
      step?: number;
      align?: Align;
      labelColour?: Colour;
      valueColour?: Colour;
      valueSize?: number;
    }
  | {
      kind: 'signatories';
      area: Area;
      align?: 'left' | 'center';
      /** Width of a column, if there is room. */
      columnWidth: number;
      gap: number;
      imageHeight: number;
      lineColour?: Colour;
    }
  /** The mark, with the tagline or the address of the free check. */
  | { kind: 'brand'; area: Row; align?: Align; colour?: Colour; checkColour?: Colour }
  | ({ kind: 'seal'; seal: SealName } & Circle)
  | { kind: 'rule'; area: Area; colour: Colour }
  | ({ kind: 'qr' } & Square)
  /** The holder's photograph, with a margin of paper. */
  | {
      kind: 'photo';
      left: number;
      top: number;
      width: number;
      margin: number;
      radius?: number;
      outline?: Outline;
    };

export type BoxOf<Kind extends LayoutBox['kind']> = Extract<LayoutBox, { kind: Kind }>;

/** What the places of a layout's boxes depend on: whether a certificate has each, and how many rows of signatories. */
export type Has = Record<'logo' | 'seal' | 'photo' | 'expiry' | 'margin', boolean> & { signatories: number };

export type Span = readonly [from: number, to: number];

/** A base's layout. It must not change once certificates were issued with it: a new look needs a new base. */
export type Layout = {
  /**
   * Draws paper, frame and everything else behind the boxes, in pixels of the page. With a margin, all but backgrounds, which reach
   * the edge, keep 8 mm from it.
   */
  drawBackdrop: (pen: Pen, palette: Palette, page: Page, margin: boolean) => void;
  /** Boxes that give way to others. */
  dependentBoxes: (has: Has) => LayoutBox[];
  /** All others. */
  boxes: LayoutBox[];
  /** Where the page gives way on paper of another size than A4. Boxes before and after it keep their distance from the edge. */
  gives: { x: Span; y: Span };
  /** Most signatories in one row; more stand in two. */
  signatoriesInRow: number;
};

type ColumnEdges = Row & { bottom: number } & Omit<Column, 'area'>;

const columnOf = ({ left, top, width, bottom, ...column }: ColumnEdges) => ({
  kind: 'stack' as const,
  area: { left, top, width, height: bottom - top },
  ...column,
});

/** A text of a stack. It is as wide as the stack unless it has a width. */
type Line = { gap?: number; maxHeight: number; width?: number; size: number } & Partial<TextStyle>;

const block = (
  shows: TextName,
  { gap = 0, maxHeight, width, ...style }: Line,
  usual: Omit<TextStyle, 'size'>,
): LayoutBlock => ({ shows, gap, maxHeight, ...(width && { width }), style: { ...usual, ...style } });

/** The texts above all others. */
export const heading = (
  column: ColumnEdges,
  { issuer, title, subtitle }: { issuer?: Line; title: Line; subtitle: Line },
): LayoutBox => ({
  ...columnOf(column),
  blocks: [
    ...(issuer ? [block('issuer', issuer, { role: 'label', colour: 'label', maxLines: 2 })] : []),
    block('title', title, { role: 'title', colour: 'title', maxLines: 2 }),
    block('subtitle', subtitle, { role: 'title', colour: 'label' }),
  ],
});

/** The texts that every base has, from top to bottom: the name, the course and the lines before them. */
export function body(
  column: ColumnEdges,
  sizes: {
    /** Of the lines before the name and before the course. */
    prose: Line;
    name: Line;
    /** Drawn below the name. */
    divider?: { ornament: OrnamentName; gap: number; width: number; height: number };
    beforeCourse: { gap: number };
    course: Line;
    statement: Line;
  },
): LayoutBox {
  const prose = { role: 'prose', colour: 'muted', maxLines: 2 } as const;
  return {
    ...columnOf(column),
    blocks: [
      block('beforeName', sizes.prose, prose),
      block('name', sizes.name, { role: 'name', colour: 'title', maxLines: 3 }),
      ...(sizes.divider ? [sizes.divider] : []),
      block('beforeCourse', { ...sizes.prose, ...sizes.beforeCourse }, prose),
      block('course', sizes.course, { role: 'course', colour: 'ink', maxLines: 3 }),
      block('statement', sizes.statement, { ...prose, maxLines: 3 }),
    ],
  };
}

const MICROMETRES_PER_INCH = 25_400;
/** Two for each pixel at 150 dpi: boxes lie on halves of pixels. */
const HALF_PIXELS_PER_INCH = 300;

/** Where a position on A4 is on a page that is longer by `change`. Positions in the span move in proportion. */
const moved = (at: number, [from, to]: Span, change: number) =>
  at + change * Math.min(Math.max((at - from) / (to - from), 0), 1);

/** Height of a photograph, of 35 by 45 mm as in passports, as a multiple of its width. */
export const PHOTO_HEIGHT = 45 / 35;

/** The boxes of a layout on a page of another size. Squares, circles and photographs keep their size. */
export function onPage(boxes: LayoutBox[], { x, y }: Layout['gives'], page: Page, a4: Page): LayoutBox[] {
  const micrometres = (pixels: number) => (pixels * 2 * MICROMETRES_PER_INCH) / HALF_PIXELS_PER_INCH;
  const changes = { x: micrometres(page.width - a4.width), y: micrometres(page.height - a4.height) };
  if (changes.x === 0 && changes.y === 0) return boxes;
  const across = (at: number) => moved(at, x, changes.x);
  const down = (at: number) => moved(at, y, changes.y);
  const widthOf = (left: number, width: number) => across(left + width) - across(left);
  return boxes.map((box) => {
    if (box.kind === 'seal') return { ...box, x: across(box.x), y: down(box.y) };
    if (box.kind === 'qr' || box.kind === 'photo') {
      const width = 'size' in box ? box.size : box.width;
      const height = 'size' in box ? width : width * PHOTO_HEIGHT;
      const middle = { x: box.left + width / 2, y: box.top + height / 2 };
      return { ...box, left: across(middle.x) - width / 2, top: down(middle.y) - height / 2 };
    }
    const { left, top, width } = box.area;
    const row = { left: across(left), top: down(top), width: widthOf(left, width) };
    if (box.kind === 'facts' || box.kind === 'brand') return { ...box, area: row };
    const area = { ...row, height: down(top + box.area.height) - row.top };
    if (box.kind !== 'logo' || !box.issuer) return { ...box, area };
    return { ...box, area, issuer: { ...box.issuer, width: widthOf(left, box.issuer.width) } };
  });
}

/** How much higher signatories begin when they stand in two rows. */
export const raised = (rows: number, by: number) => (rows > 1 ? by : 0);

/** Numbers of a layout that are no lengths. */
const RATIOS: ReadonlySet<string> = new Set(['spacing', 'anchor', 'loosen', 'maxLines']);

/** A layout's boxes with all lengths in pixels of the page. */
export function inPixels<Value>(value: Value, name = ''): Value {
  if (typeof value === 'number') {
    if (RATIOS.has(name)) return value;
    return (Math.round((value * HALF_PIXELS_PER_INCH) / MICROMETRES_PER_INCH) / 2) as Value;
  }
  if (Array.isArray(value)) return value.map((item) => inPixels(item)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, inPixels(inner, key)]),
  ) as Value;
}
