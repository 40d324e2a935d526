import { LANDSCAPE, LAYOUT_VERSION } from './drawing.ts';
import type { TextBox } from './fit-text.ts';

export const { width: PAGE_WIDTH, height: PAGE_HEIGHT } = LANDSCAPE;

const centred = (width: number, top: number, height: number, size: number, maxLines: number): TextBox => ({
  left: (PAGE_WIDTH - width) / 2,
  top,
  width,
  height,
  size,
  maxLines,
});

/** A line of fixed text, positioned by its centre and baseline. */
type FixedLine = { x: number; baseline: number; size: number; spacing: number };

const CENTRE = PAGE_WIDTH / 2;

const layout1 = {
  colours: {
    paper: '#fbf8f1',
    navy: '#1b2350',
    ink: '#23284a',
    muted: '#6b7280',
    gold: '#a98439',
    goldOnNavy: '#c9a85c',
    goldLight: '#e3cf9c',
    watermark: '#f2eadb',
    revoked: '#b3261e',
  },
  frame: { outerLine: 34, band: 44, bandWidth: 52, innerLine: 108, hairline: 118, corner: 62 },
  watermark: { x: CENTRE, y: 606, radius: 395 },
  mark: { x: CENTRE, y: 176, radius: 30 },
  brand: { x: CENTRE, baseline: 250, size: 27, spacing: 11 } satisfies FixedLine,
  tagline: { x: CENTRE, baseline: 280, size: 20, spacing: 1 } satisfies FixedLine,
  title: { x: CENTRE, baseline: 388, size: 92, spacing: 15 } satisfies FixedLine,
  subtitle: { x: CENTRE, baseline: 440, size: 28, spacing: 10 } satisfies FixedLine,
  certifies: { x: CENTRE, baseline: 512, size: 33, spacing: 0 } satisfies FixedLine,
  name: centred(1260, 530, 146, 96, 3),
  divider: { x: CENTRE, y: 692, halfWidth: 300 },
  completed: { x: CENTRE, baseline: 744, size: 33, spacing: 0 } satisfies FixedLine,
  course: centred(1260, 760, 112, 54, 3),
  qr: { left: 196, top: 906, size: 176 },
  id: {
    left: 396,
    label: { baseline: 934, size: 17, spacing: 3 },
    value: { baseline: 968, size: 29 },
    note: { baseline: 1010, size: 21, lineHeight: 27, width: 380 },
  },
  seal: { x: CENTRE, y: 988, radius: 96 },
  signature: {
    name: { left: 1118, top: 890, width: 440, height: 76, size: 40, maxLines: 3 } satisfies TextBox,
    line: { left: 1118, right: 1558, y: 976 },
    label: { x: 1338, baseline: 1002, size: 17, spacing: 3 } satisfies FixedLine,
  },
  dates: { left: 1228, right: 1448, alone: 1338, label: 1046, value: 1080, labelSize: 17, valueSize: 29 },
  revoked: { x: CENTRE, y: 600, angle: -0.33, size: 168, spacing: 16, width: 1090, height: 226 },
};

export type Layout = typeof layout1;

/** Its frame keeps 8 mm from the edges of the page. */
const layout3: Layout = {
  ...layout1,
  frame: { ...layout1.frame, outerLine: 50, band: 58, bandWidth: 40, corner: 44 },
};

/** Layout 2 differs in its texts (`printedCheck`). */
const layouts: Record<number, Layout> = { 1: layout1, 2: layout1, 3: layout3 };

/** The layout of a version. An unknown version gets the newest layout. */
export const layoutOf = (version: number): Layout => layouts[version] ?? layouts[LAYOUT_VERSION] ?? layout1;
