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
