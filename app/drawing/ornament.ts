import type { Pen } from './pen.ts';

const TURN = Math.PI * 2;
/** Position of a cubic's control points along half a sine wave that it approximates. */
const HALF_WAVE_HANDLE = 0.3642;

/** Strands of a wave along a straight line, woven like the borders of share certificates. */
export function weave(
  pen: Pen,
  from: { x: number; y: number },
  to: { x: number; y: number },
  { waves, amplitude, strands }: { waves: number; amplitude: number; strands: number },
) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const point = (along: number, across: number): [number, number] => [
    from.x + ux * along - uy * across,
    from.y + uy * along + ux * across,
  ];
  const half = length / (waves * 2);
  const [near, far, peak] = [half * HALF_WAVE_HANDLE, half * (1 - HALF_WAVE_HANDLE), amplitude * (4 / 3)];
  for (let strand = 0; strand < strands; strand++) {
    // Outer strands swing wide, inner ones little; each is drawn with its mirror image.
    const height = peak * (1 - strand / strands);
    for (const sign of [1, -1]) {
      pen.beginPath();
      pen.moveTo(...point(0, 0));
      for (let index = 0; index < waves * 2; index++) {
        const across = height * sign * (index % 2 === 0 ? 1 : -1);
        const start = index * half;
        pen.bezierCurveTo(
          ...point(start + near, across),
          ...point(start + far, across),
          ...point(start + half, 0),
        );
      }
      pen.stroke();
    }
  }
}

/** A closed curve whose radius swings between `inner` and `outer`, `petals` times a turn. */
function petalCurve(
  pen: Pen,
  x: number,
  y: number,
  inner: number,
  outer: number,
  petals: number,
  phase: number,
) {
  const half = Math.PI / petals;
  // At its extremes the curve runs at right angles to the radius, which gives each cubic its control points.
  const handle = HALF_WAVE_HANDLE * half;
  const extreme = (index: number) => {
    const [angle, radius] = [phase / petals + index * half, index % 2 === 0 ? outer : inner];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return {
      at: [x + radius * cos, y + radius * sin] as const,
      before: [x + radius * (cos + handle * sin), y + radius * (sin - handle * cos)] as const,
      after: [x + radius * (cos - handle * sin), y + radius * (sin + handle * cos)] as const,
    };
  };
  pen.beginPath();
  let previous = extreme(0);
  pen.moveTo(...previous.at);
  for (let index = 1; index <= petals * 2; index++) {
    const next = extreme(index);
    pen.bezierCurveTo(...previous.after, ...next.before, ...next.at);
    previous = next;
  }
  pen.closePath();
  pen.stroke();
}

/** A guilloche rosette: rings of petal curves, each ring woven from shifted copies of one curve. */
export function rosette(
  pen: Pen,
  { x, y, radius }: { x: number; y: number; radius: number },
  rings: { inner: number; outer: number; petals: number; copies: number }[],
) {
  for (const ring of rings) {
    for (let copy = 0; copy < ring.copies; copy++) {
      petalCurve(
        pen,
        x,
        y,
        ring.inner * radius,
        ring.outer * radius,
        ring.petals,
        (copy / ring.copies) * TURN,
      );
    }
  }
}

/** The edge of a seal: a disc with rounded teeth. */
export function toothedDisc(
  pen: Pen,
  { x, y, radius }: { x: number; y: number; radius: number },
  teeth: number,
) {
  const depth = radius * 0.05;
  pen.beginPath();
  for (let tooth = 0; tooth < teeth; tooth++) {
    const [start, middle, end] = [tooth, tooth + 0.5, tooth + 1].map((part) => (part / teeth) * TURN) as [
      number,
      number,
      number,
    ];
    if (tooth === 0)
      pen.moveTo(x + (radius - depth) * Math.cos(start), y + (radius - depth) * Math.sin(start));
    const reach = radius + depth;
    pen.quadraticCurveTo(
      x + reach * Math.cos(middle),
      y + reach * Math.sin(middle),
      x + (radius - depth) * Math.cos(end),
      y + (radius - depth) * Math.sin(end),
    );
  }
  pen.closePath();
  pen.fill();
}

export function ring(pen: Pen, x: number, y: number, radius: number, lineWidth: number) {
  pen.lineWidth = lineWidth;
  pen.beginPath();
  pen.arc(x, y, radius, 0, TURN);
  pen.stroke();
}

/** The Certrace mark: an engraved seal with a gap in its rim. */
export function mark(
  pen: Pen,
  { x, y, radius }: { x: number; y: number; radius: number },
  colours: { seal: string; check: string },
) {
  const unit = radius / 10;
  const degrees = TURN / 360;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = colours.seal;
  pen.lineWidth = 2.3 * unit;
  pen.beginPath();
  pen.arc(x, y, 10 * unit, -49 * degrees, -8 * degrees, true);
  pen.stroke();
  pen.lineWidth = 1.1 * unit;
  pen.beginPath();
  pen.arc(x, y, 5.2 * unit, -48 * degrees, 12 * degrees, true);
  pen.stroke();
  pen.strokeStyle = colours.check;
  pen.lineWidth = 2.8 * unit;
  pen.beginPath();
  pen.moveTo(x - 3.4 * unit, y - 0.1 * unit);
  pen.lineTo(x - 0.1 * unit, y + 3.4 * unit);
  pen.lineTo(x + 10.6 * unit, y - 8.4 * unit);
  pen.stroke();
  pen.lineJoin = 'miter';
  pen.lineCap = 'butt';
}

/** A small square standing on its corner. */
export function lozenge(pen: Pen, x: number, y: number, reach: number) {
  pen.beginPath();
  pen.moveTo(x - reach, y);
  pen.lineTo(x, y - reach);
  pen.lineTo(x + reach, y);
  pen.lineTo(x, y + reach);
  pen.closePath();
  pen.fill();
}

/** A hairline that runs out to both sides of a lozenge. */
export function flourish(pen: Pen, x: number, y: number, halfWidth: number, gap = 16) {
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(x + side * gap, y - 1.6);
    pen.lineTo(x + side * halfWidth, y);
    pen.lineTo(x + side * gap, y + 1.6);
    pen.closePath();
    pen.fill();
  }
  lozenge(pen, x, y, 6);
  lozenge(pen, x - halfWidth - 8, y, 2.5);
  lozenge(pen, x + halfWidth + 8, y, 2.5);
}
