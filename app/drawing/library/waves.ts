import type { Pen } from '#app/drawing/drawing.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { paper } from './strokes.ts';

const NAVY = '#12284c';
const TEAL = '#0f7d85';
const INK = '#18233a';
const MUTED = '#4b586c';

/** Layers from the back to the front: colour, and how high each is at the left, in the middle and at the right. */
const LAYERS = [
  ['#e3f1f2', 62, 30, 74],
  ['#bfe0e2', 50, 22, 60],
  ['#6bb9bf', 36, 19, 47],
  ['#0f7d85', 24, 15, 36],
  ['#174a78', 15, 11, 25],
  ['#12284c', 8, 7, 14],
] as const;

/** Waves along the lower edge of a sheet, as if its upper left corner was the lower left one of the page. */
function waves(pen: Pen, width: number, scale: number) {
  for (const [colour, left, middle, right] of LAYERS) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.lineTo(0, -left * scale);
    pen.bezierCurveTo(
      width * 0.22,
      -(left + 16) * scale,
      width * 0.34,
      -(middle - 14) * scale,
      width * 0.54,
      -middle * scale,
    );
    pen.bezierCurveTo(
      width * 0.72,
      -(middle + 13) * scale,
      width * 0.86,
      -right * scale,
      width,
      -right * scale,
    );
    pen.lineTo(width, 0);
    pen.closePath();
    pen.fill();
  }
}

function draw(pen: Pen, sheet: Sheet) {
  const { width, height } = sheet;
  paper(pen, sheet, '#ffffff');
  pen.save();
  pen.translate(0, height);
  waves(pen, width, 0.72);
  pen.restore();
  // The same waves, turned and flatter, run along the upper edge.
  pen.save();
  pen.translate(width, 0);
  pen.rotate(Math.PI);
  waves(pen, width, 0.22);
  pen.restore();
}

/** Layered waves in teal and navy. */
export const waving: StartingDesign = {
  isPortrait: false,
  look: { colours: { primary: NAVY, accent: TEAL, paper: '#ffffff' }, typeface: 'modern' },
  title: () => t('baseTexts.certificateOfCompletion'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const left = 26;
    const wide = width - 2 * left;
    return [
      picture([left, 22, 60, 15], 'logo', 'left'),
      words([left, 41, wide, 16], t('baseTexts.certificateOfCompletion'), {
        typeface: 'modern-bold',
        size: 30,
        colour: NAVY,
        align: 'left',
      }),
      words([left, 61, wide, 7], t('baseTexts.awardedTo'), {
        typeface: 'modern',
        size: 12,
        colour: MUTED,
        align: 'left',
      }),
      value([left, 69, wide, 24], '{student}', {
        typeface: 'modern-bold',
        size: 36,
        colour: TEAL,
        align: 'left',
      }),
      words([left, 95, wide, 7], t('baseTexts.forCompletingTheCourse'), {
        typeface: 'modern',
        size: 12,
        colour: MUTED,
        align: 'left',
      }),
      value([left, 103, wide - 36, 18], '{course}', {
        typeface: 'modern-bold',
        size: 19,
        colour: INK,
        align: 'left',
      }),
      words([left, height - 81, 44, 5], t('drawing.issuedOn'), {
        typeface: 'modern',
        size: 9,
        colour: MUTED,
        align: 'left',
      }),
      boxAt('date', [left, height - 75.5, 44, 7], {
        typeface: 'modern-bold',
        size: 13,
        colour: INK,
        align: 'left',
      }),
      picture([left + 56, height - 86, 66, 14], 'signature1', 'left'),
      value([left + 56, height - 71.5, 82, 9], '{issuer}', {
        typeface: 'modern-bold',
        size: 12,
        colour: INK,
        align: 'left',
        lines: 2,
      }),
      qr(width - left - 25, height - 92, 25),
      boxAt('id', [width - left - 62, height - 66, 62, 4.5], {
        typeface: 'modern',
        size: 8,
        colour: INK,
        align: 'right',
      }),
    ];
  },
};
