import { ENGLISH } from '#app/messages/catalogs.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';
import type { DateStyle } from './design.ts';
import { drawInBox, drawLine } from './lettering.server.ts';
import type { Pen } from './page.ts';
import { printedDate } from './printed-date.ts';

type Mark = {
  x: number;
  y: number;
  angle: number;
  size: number;
  spacing: number;
  width: number;
  height: number;
  dateStyle?: DateStyle | undefined;
};

const DATE_SIZE = 42;

function drawWords(pen: Pen, revokedAt: string, { size, spacing, width, dateStyle }: Mark, colour: string) {
  const language = readerLanguage();
  const revoked = t('drawing.revoked');
  const onDate = t('drawing.revokedOnDate', { date: printedDate(language, revokedAt, dateStyle) });
  if (language === ENGLISH) {
    drawLine(pen, revoked, 0, 36, { face: 'Cinzel-Medium', size, colour, spacing });
    drawLine(pen, onDate, 0, 90, { face: 'EBGaramond-SemiBold', size: DATE_SIZE, colour });
    return;
  }
  // Other languages have longer words, and letters that reach higher and lower.
  const box = { left: -width / 2 + 40, width: width - 80, maxLines: 1 };
  drawInBox(pen, revoked, { ...box, top: -98, height: 142, size }, 'Cinzel-Medium', colour);
  drawInBox(pen, onDate, { ...box, top: 48, height: 52, size: DATE_SIZE }, 'EBGaramond-SemiBold', colour);
}

/** Draws the mark across a revoked certificate. */
export function drawRevocation(pen: Pen, revokedAt: string, mark: Mark, colour: string) {
  pen.save();
  pen.translate(mark.x, mark.y);
  pen.rotate(mark.angle);
  pen.globalAlpha = 0.78;
  pen.strokeStyle = colour;
  pen.lineWidth = 9;
  pen.strokeRect(-mark.width / 2, -mark.height / 2, mark.width, mark.height);
  drawWords(pen, revokedAt, mark, colour);
  pen.restore();
}
