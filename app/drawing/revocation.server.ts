import { formatCalendarDate } from '#app/shared/dates.ts';
import { drawLine } from './lettering.server.ts';
import type { Pen } from './pen.ts';

type Mark = {
  x: number;
  y: number;
  angle: number;
  size: number;
  spacing: number;
  width: number;
  height: number;
};

/** Draws the mark across a revoked certificate. */
export function drawRevocation(pen: Pen, revokedAt: string, mark: Mark, colour: string) {
  pen.save();
  pen.translate(mark.x, mark.y);
  pen.rotate(mark.angle);
  pen.globalAlpha = 0.78;
  pen.strokeStyle = colour;
  pen.lineWidth = 9;
  pen.strokeRect(-mark.width / 2, -mark.height / 2, mark.width, mark.height);
  drawLine(pen, 'REVOKED', 0, 36, {
    face: 'Cinzel-Medium',
    size: mark.size,
    colour,
    spacing: mark.spacing,
  });
  drawLine(pen, `on ${formatCalendarDate(revokedAt)}`, 0, 90, {
    face: 'EBGaramond-SemiBold',
    size: 42,
    colour,
  });
  pen.restore();
}
