import type { Palette } from '#app/drawing/contrast.ts';
import { lozenge, ring, rosette, weave } from '#app/drawing/ornament.ts';
import { LANDSCAPE } from '#app/drawing/page.ts';
import type { Pen } from '#app/drawing/pen.ts';

const { width: WIDTH, height: HEIGHT } = LANDSCAPE;
const CENTRE = WIDTH / 2;
const OUTER = 40;
const BAND = { outer: 52, inner: 108 };
const INNER = 120;
/** The corners are cut out as quarter circles around medallions. */
const CORNER = 92;

/** A rectangle with concave corners. */
function notched(pen: Pen, inset: number, radius: number) {
  const [right, bottom] = [WIDTH - inset, HEIGHT - inset];
  pen.beginPath();
  pen.moveTo(inset + radius, inset);
  pen.lineTo(right - radius, inset);
  pen.arc(right, inset, radius, Math.PI, Math.PI / 2, true);
  pen.lineTo(right, bottom - radius);
  pen.arc(right, bottom, radius, -Math.PI / 2, Math.PI, true);
  pen.lineTo(inset + radius, bottom);
  pen.arc(inset, bottom, radius, 0, -Math.PI / 2, true);
  pen.lineTo(inset, inset + radius);
  pen.arc(inset, inset, radius, Math.PI / 2, 0, true);
  pen.closePath();
}

function drawFrame(pen: Pen, palette: Palette) {
  pen.strokeStyle = palette.primary;
  pen.lineWidth = 5;
  pen.strokeRect(OUTER - 8, OUTER - 8, WIDTH - 2 * OUTER + 16, HEIGHT - 2 * OUTER + 16);
  const middle = (BAND.outer + BAND.inner) / 2;
  const [right, bottom] = [WIDTH - middle, HEIGHT - middle];
  const start = CORNER + 52;
  pen.fillStyle = palette.wash;
  pen.fillRect(BAND.outer, BAND.outer, WIDTH - 2 * BAND.outer, HEIGHT - 2 * BAND.outer);
  pen.fillStyle = palette.paper;
  pen.fillRect(BAND.inner, BAND.inner, WIDTH - 2 * BAND.inner, HEIGHT - 2 * BAND.inner);
  pen.strokeStyle = palette.primary;
  pen.lineWidth = 1;
  const amplitude = (BAND.inner - BAND.outer) / 2 - 6;
  for (const y of [middle, bottom])
    weave(pen, { x: start, y }, { x: WIDTH - start, y }, { waves: 34, amplitude, strands: 4 });
  for (const x of [middle, right])
    weave(pen, { x, y: start }, { x, y: HEIGHT - start }, { waves: 22, amplitude, strands: 4 });
  pen.strokeStyle = palette.ornament;
  pen.lineWidth = 1.6;
  for (const inset of [BAND.outer, BAND.inner])
    pen.strokeRect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset);
  for (const x of [middle, right]) for (const y of [middle, bottom]) drawMedallion(pen, x, y, palette);
  notched(pen, INNER + 6, 62);
  pen.lineWidth = 2;
  pen.strokeStyle = palette.ornament;
  pen.stroke();
}

function drawMedallion(pen: Pen, x: number, y: number, palette: Palette) {
  pen.fillStyle = palette.paper;
  pen.beginPath();
  pen.arc(x, y, 66, 0, Math.PI * 2);
  pen.fill();
  pen.strokeStyle = palette.ornament;
  ring(pen, x, y, 66, 2);
  pen.fillStyle = palette.primary;
  pen.beginPath();
  pen.arc(x, y, 58, 0, Math.PI * 2);
  pen.fill();
  pen.strokeStyle = palette.accentOnPrimary;
  pen.lineWidth = 0.9;
  rosette(pen, { x, y, radius: 52 }, [
    { inner: 0.5, outer: 1, petals: 12, copies: 4 },
    { inner: 0.2, outer: 0.58, petals: 8, copies: 3 },
  ]);
  pen.fillStyle = palette.accentOnPrimary;
  lozenge(pen, x, y, 6);
}

function drawWatermark(pen: Pen, palette: Palette) {
  pen.strokeStyle = palette.shade;
  pen.lineWidth = 1.4;
  rosette(pen, { x: CENTRE, y: 610, radius: 400 }, [
    { inner: 0.8, outer: 1, petals: 60, copies: 3 },
    { inner: 0.5, outer: 0.82, petals: 36, copies: 4 },
    { inner: 0.2, outer: 0.54, petals: 18, copies: 4 },
  ]);
}

export function drawHeritageBackdrop(pen: Pen, palette: Palette) {
  drawFrame(pen, palette);
  drawWatermark(pen, palette);
}
