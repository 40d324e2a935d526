import type { Pen } from './drawing.ts';

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

function leaf(pen: Pen, x: number, y: number, angle: number, length: number) {
  const width = length * 0.36;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const point = (along: number, across: number): [number, number] => [
    x + along * cos - across * sin,
    y + along * sin + across * cos,
  ];
  pen.moveTo(x, y);
  pen.bezierCurveTo(...point(length * 0.3, width), ...point(length * 0.75, width * 0.7), ...point(length, 0));
  pen.bezierCurveTo(...point(length * 0.75, -width * 0.7), ...point(length * 0.3, -width), x, y);
}

/** Two branches of laurel that meet at the bottom of a circle and are open at its top. */
export function laurel(
  pen: Pen,
  { x, y, radius }: { x: number; y: number; radius: number },
  { pairs, opening }: { pairs: number; opening: number },
) {
  const sweep = TURN / 2 - opening;
  const length = (radius * sweep * 1.25) / pairs;
  pen.beginPath();
  for (const side of [-1, 1]) {
    for (let pair = 0; pair < pairs; pair++) {
      // From the bottom upwards; the branch runs along the circle's tangent.
      const angle = TURN / 4 - side * ((pair + 0.35) / pairs) * sweep;
      const [baseX, baseY] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      const along = angle - side * (TURN / 4);
      const size = length * (1 - 0.25 * (pair / pairs));
      for (const turn of [-0.62, 0.62]) leaf(pen, baseX, baseY, along + turn, size);
    }
    const end = TURN / 4 - side * sweep;
    leaf(pen, x + radius * Math.cos(end), y + radius * Math.sin(end), end - side * (TURN / 4), length * 0.7);
  }
  pen.fill();
  pen.lineWidth = Math.max(1, length * 0.07);
  pen.beginPath();
  pen.arc(x, y, radius, TURN / 4 - sweep, TURN / 4 + sweep);
  pen.stroke();
}

/** Colours of a seal, from its ribbons to the mark in its middle. */
export type SealColours = {
  ribbon: string;
  edge: string;
  rim: string;
  disc: string;
  engraving: string;
  mark: string;
  check: string;
};

/** A toothed seal of an engraved disc, with two ribbons that hang from behind it. */
export function drawSeal(pen: Pen, seal: { x: number; y: number; radius: number }, colours: SealColours) {
  const { x, y, radius } = seal;
  pen.fillStyle = colours.ribbon;
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(x + side * radius * 0.08, y + radius * 0.5);
    pen.lineTo(x + side * radius * 0.26, y + radius * 1.34);
    pen.lineTo(x + side * radius * 0.46, y + radius * 1.18);
    pen.lineTo(x + side * radius * 0.7, y + radius * 1.25);
    pen.lineTo(x + side * radius * 0.62, y + radius * 0.4);
    pen.closePath();
    pen.fill();
  }
  pen.fillStyle = colours.edge;
  toothedDisc(pen, seal, 44);
  pen.strokeStyle = colours.rim;
  ring(pen, x, y, radius * 0.88, 1.6);
  pen.fillStyle = colours.disc;
  pen.beginPath();
  pen.arc(x, y, radius * 0.82, 0, Math.PI * 2);
  pen.fill();
  pen.strokeStyle = colours.engraving;
  pen.lineWidth = 0.9;
  rosette(pen, seal, [{ inner: 0.56, outer: 0.79, petals: 24, copies: 4 }]);
  ring(pen, x, y, radius * 0.53, 1.4);
  mark(pen, { x, y, radius: radius * 0.32 }, { seal: colours.mark, check: colours.check });
}
