import type { Pen } from './pen.ts';

const TURN = Math.PI * 2;

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
