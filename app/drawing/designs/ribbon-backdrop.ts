import { mix, type Palette } from '#app/drawing/contrast.ts';
import { LANDSCAPE } from '#app/drawing/page.ts';
import type { Pen } from '#app/drawing/pen.ts';

const { width: WIDTH, height: HEIGHT } = LANDSCAPE;
const CENTRE = WIDTH / 2;
export const BANNER = { left: 236, right: WIDTH - 236, top: 236, bottom: 366 };
/** The tails hang lower than the banner and show its back where they are folded. */
export const TAIL = { drop: 34, fold: 62, length: 150, notch: 44 };

function polygon(pen: Pen, points: [number, number][]) {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.closePath();
  pen.fill();
}

/** Rays from behind the banner, wide enough apart to leave the paper quiet. */
function drawRays(pen: Pen, palette: Palette) {
  pen.fillStyle = palette.shade;
  const [x, y, reach, rays] = [CENTRE, (BANNER.top + BANNER.bottom) / 2, 1700, 36];
  for (let ray = 0; ray < rays; ray++) {
    const [from, to] = [ray, ray + 0.5].map((part) => (part / rays) * Math.PI * 2) as [number, number];
    polygon(pen, [
      [x, y],
      [x + reach * Math.cos(from), y + reach * Math.sin(from)],
      [x + reach * Math.cos(to), y + reach * Math.sin(to)],
    ]);
  }
}

function drawBanner(pen: Pen, palette: Palette) {
  const { left, right, top, bottom } = BANNER;
  const { drop, fold, length, notch } = TAIL;
  const back = mix(palette.primary, '#000000', 0.45);
  const tail = mix(palette.primary, '#000000', 0.18);
  const middle = (top + bottom) / 2 + drop;
  for (const [edge, out] of [
    [left, -1],
    [right, 1],
  ] as const) {
    const inner = edge - out * fold;
    const outer = edge + out * (length - fold);
    pen.fillStyle = tail;
    polygon(pen, [
      [inner, top + drop],
      [outer, top + drop],
      [outer - out * notch, middle],
      [outer, bottom + drop],
      [inner, bottom + drop],
    ]);
    pen.fillStyle = back;
    polygon(pen, [
      [inner, bottom],
      [edge, bottom],
      [inner, bottom + drop],
    ]);
  }
  pen.fillStyle = palette.primary;
  pen.fillRect(left, top, right - left, bottom - top);
  pen.fillStyle = palette.accentOnPrimary;
  pen.fillRect(left, top + 9, right - left, 2);
  pen.fillRect(left, bottom - 11, right - left, 2);
}

export function drawRibbonBackdrop(pen: Pen, palette: Palette) {
  const [outer, inner] = [36, 52];
  pen.save();
  pen.beginPath();
  pen.rect(outer, outer, WIDTH - 2 * outer, HEIGHT - 2 * outer);
  pen.clip();
  drawRays(pen, palette);
  pen.restore();
  pen.strokeStyle = palette.primary;
  pen.lineWidth = 9;
  pen.strokeRect(outer, outer, WIDTH - 2 * outer, HEIGHT - 2 * outer);
  pen.strokeStyle = palette.ornament;
  pen.lineWidth = 2;
  pen.strokeRect(inner, inner, WIDTH - 2 * inner, HEIGHT - 2 * inner);
  drawBanner(pen, palette);
}
