import { type CanvasGradient, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { SvgElement } from './parse-xml.ts';
import { type Box, IDENTITY, inverseOf, lengthOf, type Matrix, multiply, transformOf } from './shapes.ts';
import { INITIAL, type Style, type StyleSheet, shareOf, styleOf } from './styles.ts';

/** A colour, or a gradient in units of its own. */
export type Paint = { alpha: number } & (
  | { colour: string; gradient?: undefined }
  | { gradient: CanvasGradient; matrix: Matrix }
);

export type Drawing = {
  pen: SKRSContext2D;
  byId: ReadonlyMap<string, SvgElement>;
  sheet: StyleSheet;
  /** What percentages are of. */
  view: Box;
  /** Names what is not drawn. */
  report: (what: string) => void;
};

/** The colour of a pen that knows no other. */
const UNLIKELY = '#010203';

const URL_OF = /^url\(\s*["']?#([^"')]+)["']?\s*\)\s*(.*)$/;

/** The element that `url(#id)` or `#id` refers to. */
export const referenced = ({ byId }: Drawing, text = ''): SvgElement | undefined =>
  byId.get(URL_OF.exec(text)?.[1] ?? (text.startsWith('#') ? text.slice(1) : ''));

export const hrefOf = ({ attributes }: SvgElement) => attributes.get('href') ?? attributes.get('xlink:href');

/** Colours have 256 opacities. */
const SAME_ALPHA = 0.005;

const MAX_REFERENCES = 8;

/** A gradient with those from which it takes what it lacks. */
function chainOf(drawing: Drawing, gradient: SvgElement): SvgElement[] {
  const chain = [gradient];
  for (let next = referenced(drawing, hrefOf(gradient)); next; next = referenced(drawing, hrefOf(next))) {
    if (chain.includes(next) || chain.length > MAX_REFERENCES) break;
    chain.push(next);
  }
  return chain;
}

/** A colour that the drawing library knows. Null for one that is not known. */
function colourOf({ report }: Drawing, text: string): { colour: string; alpha: number } | null {
  const canvas = createCanvas(1, 1);
  const pen = canvas.getContext('2d');
  pen.fillStyle = UNLIKELY;
  try {
    pen.fillStyle = text;
  } catch {
    // Reported below.
  }
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, own = 0] = pen.getImageData(0, 0, 1, 1).data;
  if (own === 255 && red === 1 && green === 2 && blue === 3 && text !== UNLIKELY) {
    report('colour');
    return null;
  }
  return { colour: `rgb(${red}, ${green}, ${blue})`, alpha: own / 255 };
}

type Stop = { offset: number; colour: string; alpha: number };

function stopsOf(drawing: Drawing, chain: SvgElement[], parent: Style): Stop[] {
  const owner = chain.find(({ children }) => children.some(({ name }) => name === 'stop'));
  let last = 0;
  return (owner?.children ?? []).flatMap((stop) => {
    if (stop.name !== 'stop') return [];
    const style = styleOf(stop, parent, drawing.sheet, drawing.report);
    last = Math.max(last, shareOf(stop.attributes.get('offset'), 0));
    const named = style['stop-color'] ?? '#000000';
    const shown = named === 'currentColor' ? (style.color as string) : named;
    const colour = colourOf(drawing, shown);
    return colour ? [{ offset: last, ...colour, alpha: colour.alpha * shareOf(style['stop-opacity']) }] : [];
  });
}

function gradientPaint(
  drawing: Drawing,
  gradient: SvgElement,
  box: Box,
  opacity: number,
  style: Style,
): Paint | null {
  const chain = chainOf(drawing, gradient);
  const given = (name: string) => chain.find(({ attributes }) => attributes.has(name))?.attributes.get(name);
  if ((given('spreadMethod') ?? 'pad') !== 'pad') drawing.report('spreadMethod');
  const stops = stopsOf(drawing, chain, { ...INITIAL, color: style.color as string });
  const [first] = stops;
  if (!first) return null;
  const isOfBox = given('gradientUnits') !== 'userSpaceOnUse';
  if (isOfBox && (box.width <= 0 || box.height <= 0)) return null;
  // In a PDF these would be masked patterns, whose masks Firefox does not draw.
  if (stops.some((stop) => Math.abs(stop.alpha - first.alpha) > SAME_ALPHA)) drawing.report('stop-opacity');
  const alpha = opacity * first.alpha;
  if (stops.length === 1) return { alpha, colour: first.colour };
  const whole = isOfBox ? { x: 0, y: 0, width: 1, height: 1 } : drawing.view;
  const diagonal = Math.hypot(whole.width, whole.height) / Math.SQRT2;
  const across = (name: string, usual: string) => lengthOf(given(name) ?? usual, whole.width) ?? 0;
  const down = (name: string, usual: string) => lengthOf(given(name) ?? usual, whole.height) ?? 0;
  const matrix = multiply(
    isOfBox ? { ...IDENTITY, a: box.width, d: box.height, e: box.x, f: box.y } : IDENTITY,
    transformOf(given('gradientTransform')),
  );
  let made: CanvasGradient;
  if (gradient.name === 'linearGradient') {
    const ends = [across('x1', '0%'), down('y1', '0%'), across('x2', '100%'), down('y2', '0%')] as const;
    made = drawing.pen.createLinearGradient(...ends);
  } else {
    const [cx, cy] = [across('cx', '50%'), down('cy', '50%')];
    const radius = lengthOf(given('r') ?? '50%', diagonal) ?? 0;
    const focus = [
      across('fx', String(cx)),
      down('fy', String(cy)),
      lengthOf(given('fr'), diagonal) ?? 0,
    ] as const;
    if (radius <= 0) return { alpha, colour: (stops.at(-1) as Stop).colour };
    made = drawing.pen.createRadialGradient(...focus, cx, cy, radius);
  }
  for (const { offset, colour } of stops) made.addColorStop(offset, colour);
  return inverseOf(matrix) ? { alpha, gradient: made, matrix } : null;
}

/** What a shape is filled or stroked with. Null for nothing. @param box what the shape reaches over */
export function paintOf(
  drawing: Drawing,
  property: 'fill' | 'stroke',
  style: Style,
  box: Box,
  opacity: number,
): Paint | null {
  const text = style[property] ?? 'none';
  const alpha = opacity * shareOf(style[`${property}-opacity`]);
  if (text === 'none' || alpha === 0) return null;
  const [, id, fallback = ''] = URL_OF.exec(text) ?? [];
  const target = id === undefined ? undefined : drawing.byId.get(id);
  if (target?.name === 'linearGradient' || target?.name === 'radialGradient')
    return gradientPaint(drawing, target, box, alpha, style);
  if (target) {
    drawing.report(target.name);
    return null;
  }
  const named = id === undefined ? text : fallback;
  if (named === '' || named === 'none') return null;
  const colour = colourOf(drawing, named === 'currentColor' ? (style.color as string) : named);
  return colour && { colour: colour.colour, alpha: alpha * colour.alpha };
}
