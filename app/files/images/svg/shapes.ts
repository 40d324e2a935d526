import { Path2D } from '@napi-rs/canvas';
import type { SvgElement } from './parse-xml.ts';
import { type Box, lengthOf, numbersIn } from './transforms.ts';

/** The shape of an element that has one, in its own units. Null for one that shows nothing. @param view what percentages are of */
export function shapeOf({ name, attributes }: SvgElement, view: Box): Path2D | null {
  const across = (attribute: string) => lengthOf(attributes.get(attribute), view.width);
  const down = (attribute: string) => lengthOf(attributes.get(attribute), view.height);
  const diagonal = Math.hypot(view.width, view.height) / Math.SQRT2;
  const path = new Path2D();
  switch (name) {
    case 'path':
      return new Path2D(attributes.get('d') ?? '');
    case 'rect': {
      const [x, y, width, height] = [
        across('x') ?? 0,
        down('y') ?? 0,
        across('width') ?? 0,
        down('height') ?? 0,
      ];
      if (width <= 0 || height <= 0) return null;
      const [rx, ry] = [across('rx'), down('ry')];
      const round = { x: Math.min(rx ?? ry ?? 0, width / 2), y: Math.min(ry ?? rx ?? 0, height / 2) };
      if (round.x <= 0 || round.y <= 0) path.rect(x, y, width, height);
      else roundRect(path, { x, y, width, height }, round);
      return path;
    }
    case 'circle':
    case 'ellipse': {
      const radius = lengthOf(attributes.get('r'), diagonal);
      const [rx, ry] =
        name === 'circle' ? [radius, radius] : [across('rx') ?? down('ry'), down('ry') ?? across('rx')];
      if (!rx || !ry || rx < 0 || ry < 0) return null;
      path.ellipse(across('cx') ?? 0, down('cy') ?? 0, rx, ry, 0, 0, Math.PI * 2);
      path.closePath();
      return path;
    }
    case 'line':
      path.moveTo(across('x1') ?? 0, down('y1') ?? 0);
      path.lineTo(across('x2') ?? 0, down('y2') ?? 0);
      return path;
    default: {
      const numbers = numbersIn(attributes.get('points') ?? '');
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        path.lineTo(numbers[at] as number, numbers[at + 1] as number);
      }
      if (name === 'polygon') path.closePath();
      return path;
    }
  }
}

function roundRect(path: Path2D, { x, y, width, height }: Box, round: { x: number; y: number }) {
  const [right, bottom] = [x + width, y + height];
  const quarter = (cx: number, cy: number, start: number) =>
    path.ellipse(cx, cy, round.x, round.y, 0, start, start + Math.PI / 2);
  quarter(right - round.x, y + round.y, -Math.PI / 2);
  quarter(right - round.x, bottom - round.y, 0);
  quarter(x + round.x, bottom - round.y, Math.PI / 2);
  quarter(x + round.x, y + round.y, Math.PI);
  path.closePath();
}

export const SHAPES: ReadonlySet<string> = new Set([
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
]);
