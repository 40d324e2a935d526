import { Path2D } from '@napi-rs/canvas';
import type { SvgElement } from './parse-xml.ts';

/** x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = { a: number; b: number; c: number; d: number; e: number; f: number };
export type Box = { x: number; y: number; width: number; height: number };

export const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** Applies the second transformation first. */
export const multiply = (m: Matrix, n: Matrix): Matrix => ({
  a: m.a * n.a + m.c * n.b,
  b: m.b * n.a + m.d * n.b,
  c: m.a * n.c + m.c * n.d,
  d: m.b * n.c + m.d * n.d,
  e: m.a * n.e + m.c * n.f + m.e,
  f: m.b * n.e + m.d * n.f + m.f,
});

/** Null for a transformation that has none. */
export function inverseOf({ a, b, c, d, e, f }: Matrix): Matrix | null {
  const determinant = a * d - b * c;
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-12) return null;
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  };
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

export const numbersIn = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number);

const translation = (e: number, f: number): Matrix => ({ ...IDENTITY, e, f });

function stepOf(name: string, numbers: number[]): Matrix {
  const [first = 0, second, third = 0, d = 1, e = 0, f = 0] = numbers;
  const degrees = Math.PI / 180;
  if (name === 'matrix') return { a: first, b: second ?? 0, c: third, d, e, f };
  if (name === 'translate') return translation(first, second ?? 0);
  if (name === 'scale') return { ...IDENTITY, a: first, d: second ?? first };
  if (name === 'skewX') return { ...IDENTITY, c: Math.tan(first * degrees) };
  if (name === 'skewY') return { ...IDENTITY, b: Math.tan(first * degrees) };
  const [cos, sin] = [Math.cos(first * degrees), Math.sin(first * degrees)];
  const turn = { ...IDENTITY, a: cos, b: sin, c: -sin, d: cos };
  if (second === undefined) return turn;
  return multiply(translation(second, third), multiply(turn, translation(-second, -third)));
}

/** The transformation that a `transform` attribute describes. */
export function transformOf(text = ''): Matrix {
  const steps = text.matchAll(/\b(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)/g);
  return [...steps].reduce(
    (all, [, name = '', list = '']) => multiply(all, stepOf(name, numbersIn(list))),
    IDENTITY,
  );
}

/** The box of a `viewBox` attribute. Null without one that has a size. */
export function viewBoxOf(text = ''): Box | null {
  const [x = 0, y = 0, width = 0, height = 0] = numbersIn(text);
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const ALIGNED: Record<string, number> = { Min: 0, Mid: 0.5, Max: 1 };

/** From a view box to the viewport that shows it, as `preserveAspectRatio` says. */
export function viewportTransform(view: Box, port: Box, preserve = ''): Matrix {
  const [, alignX = 'Mid', alignY = 'Mid'] = /x(Min|Mid|Max)Y(Min|Mid|Max)/.exec(preserve) ?? [];
  let [a, d] = [port.width / view.width, port.height / view.height];
  if (!/^\s*none/.test(preserve)) {
    a = /\bslice\b/.test(preserve) ? Math.max(a, d) : Math.min(a, d);
    d = a;
  }
  const shift = (room: number, align: string) => room * (ALIGNED[align] ?? 0.5);
  return {
    a,
    b: 0,
    c: 0,
    d,
    e: port.x - view.x * a + shift(port.width - view.width * a, alignX),
    f: port.y - view.y * d + shift(port.height - view.height * d, alignY),
  };
}

const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  ex: 8,
};

/** A length in units of the drawing. Null for one that is not known. @param whole what 100 % are */
export function lengthOf(text: string | undefined, whole: number): number | null {
  const [, number, unit = ''] =
    /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z]*|%)\s*$/i.exec(text ?? '') ?? [];
  if (number === undefined) return null;
  if (unit === '%') return (Number(number) / 100) * whole;
  const factor = UNITS[unit.toLowerCase()];
  return factor === undefined ? null : Number(number) * factor;
}

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
