import type { Pen } from '#app/drawing/drawing.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { centred, picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { divider, frame, inCorners, line, paper, polygon } from './strokes.ts';

const NAVY = '#1f2f4a';
const BRASS = '#9a7532';
const INK = '#20242b';
const MUTED = '#545a63';

/** A fan of rays in the upper left corner. */
function fan(pen: Pen) {
  const reach = 34;
  pen.fillStyle = '#fffdf7';
  pen.beginPath();
  pen.moveTo(-2, -2);
  pen.arc(0, 0, reach + 2, 0, Math.PI / 2);
  pen.lineTo(-2, -2);
  pen.fill();
  for (let ray = 0; ray <= 10; ray++) {
    const angle = (ray / 10) * (Math.PI / 2);
    const from = ray % 2 === 0 ? 9 : 15;
    const at = (radius: number) => [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
    line(pen, [at(from), at(reach - 2.4)], BRASS, ray % 2 === 0 ? 0.45 : 0.25);
  }
  pen.strokeStyle = NAVY;
  for (const [radius, lineWidth] of [
    [reach, 0.9],
    [reach - 1.7, 0.25],
    [9, 0.25],
    [7.4, 0.7],
  ] as const) {
    pen.lineWidth = lineWidth;
    pen.beginPath();
    pen.arc(0, 0, radius, 0, Math.PI / 2);
    pen.stroke();
  }
  polygon(
    pen,
    [
      [0, 0],
      [5, 0],
      [3.6, 3.6],
      [0, 5],
    ],
    NAVY,
  );
}

/** A stepped pediment in the middle of an edge. */
function steps(pen: Pen, x: number, y: number, down: number) {
  for (const [half, depth] of [
    [22, 1.6],
    [14, 3.4],
    [6, 5.4],
  ] as const) {
    pen.fillStyle = depth === 3.4 ? BRASS : NAVY;
    pen.fillRect(x - half, down > 0 ? y : y - depth, half * 2, depth);
  }
}

function draw(pen: Pen, sheet: Sheet) {
  paper(pen, sheet, '#fffdf7');
  frame(pen, sheet, 10, NAVY, 1.1);
  frame(pen, sheet, 12.2, BRASS, 0.3);
  frame(pen, sheet, 14, BRASS, 0.3);
  inCorners(pen, sheet, 10, fan);
  steps(pen, sheet.width / 2, 10, 1);
  steps(pen, sheet.width / 2, sheet.height - 10, -1);
  divider(pen, sheet, 113, BRASS);
}

/** Fans and steps of the nineteen-twenties, in navy and brass. */
export const deco: StartingDesign = {
  isPortrait: false,
  look: { colours: { primary: NAVY, accent: BRASS, paper: '#fffdf7' }, typeface: 'editorial' },
  title: () => t('baseTexts.certificateOfCompletion'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const foot = height - 60;
    return [
      picture(centred(sheet, 22, 60, 16), 'logo'),
      words(centred(sheet, 43, 190, 18), t('baseTexts.certificateOfCompletion'), {
        typeface: 'editorial',
        size: 40,
        colour: NAVY,
      }),
      words(centred(sheet, 66, 170, 8), t('baseTexts.thisIsToCertifyThat'), {
        typeface: 'editorial',
        size: 15,
        colour: MUTED,
      }),
      value(centred(sheet, 77, 210, 30), '{student}', { typeface: 'editorial', size: 50, colour: INK }),
      words(centred(sheet, 118, 190, 8), t('baseTexts.hasSuccessfullyCompletedTheCourse'), {
        typeface: 'editorial',
        size: 15,
        colour: MUTED,
      }),
      value(centred(sheet, 128, 190, 19), '{course}', { typeface: 'editorial', size: 25, colour: NAVY }),
      picture([48, foot + 2, 64, 16], 'signature1'),
      boxAt('line', [48, foot + 19, 64, 0.25], { colour: BRASS }),
      value([48, foot + 20.5, 64, 12], '{issuer}', { typeface: 'editorial', size: 14, colour: INK }),
      qr(width / 2 - 12, foot + 6, 24),
      boxAt('id', [width / 2 - 30, foot + 31, 60, 5], { typeface: 'modern', size: 8, colour: MUTED }),
      boxAt('date', [width - 112, foot + 10, 64, 8], { typeface: 'editorial', size: 16, colour: INK }),
      boxAt('line', [width - 112, foot + 19, 64, 0.25], { colour: BRASS }),
      words([width - 112, foot + 20.5, 64, 7], t('drawing.issuedOn'), {
        typeface: 'editorial',
        size: 13,
        colour: MUTED,
      }),
    ];
  },
};
