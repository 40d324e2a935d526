import type { Pen } from '#app/drawing/drawing.ts';
import { flourish } from '#app/drawing/ornament.ts';

export const TURN = Math.PI * 2;

type Point = readonly [x: number, y: number];

/** Fills the whole sheet. */
export function paper(pen: Pen, { width, height }: { width: number; height: number }, colour: string) {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, width, height);
}

/** Strokes a rectangle inside the sheet. */
export function frame(
  pen: Pen,
  { width, height }: { width: number; height: number },
  inset: number,
  colour: string,
  lineWidth: number,
) {
  pen.strokeStyle = colour;
  pen.lineWidth = lineWidth;
  pen.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset);
}

export function polygon(pen: Pen, points: readonly Point[], colour: string) {
  pen.fillStyle = colour;
  pen.beginPath();
  for (const [index, [x, y]] of points.entries()) index === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y);
  pen.closePath();
  pen.fill();
}

export function disc(pen: Pen, x: number, y: number, radius: number, colour: string) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, TURN);
  pen.fill();
}

export function line(pen: Pen, points: readonly Point[], colour: string, lineWidth: number) {
  pen.strokeStyle = colour;
  pen.lineWidth = lineWidth;
  pen.beginPath();
  for (const [index, [x, y]] of points.entries()) index === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y);
  pen.stroke();
}

/** A star or, with `inner` 1, a polygon of twice as many corners. The first point is at the top. */
export const starPoints = (x: number, y: number, radius: number, points: number, inner: number): Point[] =>
  Array.from({ length: points * 2 }, (_, index) => {
    const angle = (index / (points * 2) - 0.25) * TURN;
    const reach = radius * (index % 2 === 0 ? 1 : inner);
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const;
  });

/** The corners of the sheet, each with the directions into it. */
export const corners = ({ width, height }: { width: number; height: number }, inset: number) =>
  [
    [inset, inset, 1, 1],
    [width - inset, inset, -1, 1],
    [width - inset, height - inset, -1, -1],
    [inset, height - inset, 1, -1],
  ] as const;

/** Draws in each corner of the sheet, as if it was the upper left one. */
export function inCorners(
  pen: Pen,
  sheet: { width: number; height: number },
  inset: number,
  draw: (pen: Pen) => void,
) {
  for (const [x, y, across, down] of corners(sheet, inset)) {
    pen.save();
    pen.translate(x, y);
    pen.scale(across, down);
    draw(pen);
    pen.restore();
  }
}

/** A flourish in the middle of the sheet. */
export function divider(pen: Pen, { width }: { width: number }, y: number, colour: string) {
  pen.fillStyle = colour;
  pen.save();
  pen.translate(width / 2, y);
  pen.scale(0.17, 0.17);
  flourish(pen, 0, 0, 330);
  pen.restore();
}
