import type { Palette } from '#app/drawing/contrast.ts';
import { laurel } from '#app/drawing/laurel.ts';
import { PORTRAIT } from '#app/drawing/page.ts';
import type { Pen } from '#app/drawing/pen.ts';

const { width: WIDTH, height: HEIGHT } = PORTRAIT;
const CENTRE = WIDTH / 2;
const OUTER = 44;
const STEP = 40;

/** A rectangle whose corners are cut in two steps. */
function stepped(pen: Pen, inset: number, step: number) {
  const [right, bottom] = [WIDTH - inset, HEIGHT - inset];
  const corner = (x: number, y: number, dx: number, dy: number, across: boolean): [number, number][] => {
    const points: [number, number][] = [
      [x + dx * 2 * step, y],
      [x + dx * 2 * step, y + dy * step],
      [x + dx * step, y + dy * step],
      [x + dx * step, y + dy * 2 * step],
      [x, y + dy * 2 * step],
    ];
    return across ? points.toReversed() : points;
  };
  pen.beginPath();
  for (const [x, y] of [
    ...corner(inset, inset, 1, 1, true),
    ...corner(right, inset, -1, 1, false),
    ...corner(right, bottom, -1, -1, true),
    ...corner(inset, bottom, 1, -1, false),
  ])
    pen.lineTo(x, y);
  pen.closePath();
}

/** Blades that open from a corner. */
function fan(pen: Pen, x: number, y: number, dx: number, dy: number, radius: number) {
  for (let blade = 0; blade <= 6; blade++) {
    const angle = (blade / 6) * (Math.PI / 2);
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + dx * radius * Math.cos(angle), y + dy * radius * Math.sin(angle));
    pen.stroke();
  }
  for (const share of [0.62, 1]) {
    const from = Math.atan2(0, dx);
    const to = Math.atan2(dy, 0);
    pen.beginPath();
    pen.arc(x, y, radius * share, from, to, dx * dy < 0);
    pen.stroke();
  }
}

export function drawPortraitFrame(pen: Pen, palette: Palette) {
  pen.fillStyle = palette.primary;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = palette.paper;
  stepped(pen, OUTER, STEP);
  pen.fill();
  pen.strokeStyle = palette.ornament;
  pen.lineWidth = 4;
  pen.stroke();
  pen.lineWidth = 1.5;
  stepped(pen, OUTER + 16, STEP);
  pen.stroke();
  pen.strokeStyle = palette.accentOnPrimary;
  pen.lineWidth = 1.5;
  for (const [x, dx] of [
    [10, 1],
    [WIDTH - 10, -1],
  ] as const)
    for (const [y, dy] of [
      [10, 1],
      [HEIGHT - 10, -1],
    ] as const)
      fan(pen, x, y, dx, dy, 66);
  pen.strokeStyle = palette.shade;
  pen.fillStyle = palette.shade;
  laurel(pen, { x: CENTRE, y: 800, radius: 350 }, { pairs: 13, opening: 0.5 });
}
