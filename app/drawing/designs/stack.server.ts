import type { Pen } from '#app/drawing/drawing.ts';
import type { Area } from '#app/drawing/fit-text.ts';
import type { PlacedText } from '#app/drawing/lettering.server.ts';
import type { Column, TextStyle } from './layout.ts';
import { inPage, type Kit, type Part, place, placedPart } from './parts.server.ts';

type Spaced = {
  what: string;
  /** Preferred distance from the block above. */
  gap?: number | undefined;
};
type TextBlock = Spaced & { text: string; style: TextStyle; maxHeight: number; width?: number };
type Ornament = Spaced & { width: number; height: number; draw: (pen: Pen, area: Area) => void };
export type Block = TextBlock | Ornament;

/** Gaps shrink to this share of their size before texts shrink. */
const TIGHTEST = 0.5;
const SHRINKING = 0.93;
const SMALLEST = 0.2;
/** Minimum height of a line above and below its baseline at font size 1, so that spacing does not depend on the letters. */
const ASCENT = 0.68;
const DESCENT = 0.2;

type Measured = { block: Block; height: number; placed: ReturnType<typeof place> | null; above: number };

function measure(kit: Kit, column: Column, block: Block, shrink: number): Measured | null {
  if (!('text' in block)) return { block, height: block.height, placed: null, above: 0 };
  const width = Math.min(block.width ?? column.area.width, column.area.width);
  const box = { left: leftOf(column, width), top: 0, width, height: block.maxHeight * shrink };
  const align = column.align ?? 'center';
  const placed = place(kit, block.text, box, {
    ...block.style,
    align,
    size: block.style.size * shrink,
  });
  const [first, last] = [placed.lines[0], placed.lines.at(-1)];
  if (!first || !last) return null;
  const { ink, size } = placed;
  const top = Math.min(ink.top, first.baseline - ASCENT * size);
  const bottom = Math.max(ink.top + ink.height, last.baseline + DESCENT * size);
  return { block, height: bottom - top, placed, above: -top };
}

const leftOf = ({ area: { left, width }, align }: Column, inner: number) =>
  left + (width - inner) * { left: 0, center: 0.5, right: 1 }[align ?? 'center'];

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function movedDown<Placed extends PlacedText>(placed: Placed, distance: number): Placed {
  return {
    ...placed,
    lines: placed.lines.map((line) => ({ ...line, baseline: line.baseline + distance })),
    ink: { ...placed.ink, top: placed.ink.top + distance },
  };
}

/**
 * Stacks blocks in a column. Empty texts take no room. Gaps grow and shrink within limits. When that is not enough, all texts
 * shrink together.
 */
export function stack(kit: Kit, column: Column, blocks: Block[]): Part[] {
  const { anchor = 0.5, loosen = 1.5 } = column;
  let measured: Measured[] = [];
  let [room, gaps] = [0, 0];
  for (let shrink = 1; shrink > SMALLEST; shrink *= SHRINKING) {
    measured = blocks.flatMap((block) => measure(kit, column, block, shrink) ?? []);
    room = column.area.height - sum(measured.map(({ height }) => height));
    gaps = sum(measured.slice(1).map(({ block }) => block.gap ?? 0));
    if (room >= gaps * TIGHTEST) break;
  }
  const share = gaps === 0 ? 0 : Math.min(room / gaps, loosen);
  let y = column.area.top + (room - share * gaps) * anchor;
  const together = new Set(blocks.map(({ what }) => what));
  return measured.map(({ block, height, placed, above }, index) => {
    if (index > 0) y += (block.gap ?? 0) * share;
    const top = y;
    y += height;
    if (placed && 'text' in block) {
      const style = { ...block.style, align: column.align ?? 'center' };
      return { ...placedPart(kit, block.what, movedDown(placed, top + above), style), stack: together };
    }
    const ornament = block as Ornament;
    const area = inPage(kit, { left: leftOf(column, ornament.width), top, width: ornament.width, height });
    return { what: block.what, area, draw: (pen: Pen) => ornament.draw(pen, area), stack: together };
  });
}
