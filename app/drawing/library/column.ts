import type { Pen } from '#app/drawing/drawing.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { disc, paper } from './strokes.ts';

const FOREST = '#123c37';
const AMBER = '#b4530a';
const INK = '#1b2624';
const MUTED = '#52605d';
const COLUMN = 50;

function draw(pen: Pen, sheet: Sheet) {
  const { height } = sheet;
  paper(pen, sheet, '#ffffff');
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, COLUMN, height);
  pen.clip();
  pen.fillStyle = FOREST;
  pen.fillRect(0, 0, COLUMN, height);
  // Ripples around three points of the column.
  for (const [x, y, colour, rings] of [
    [0, height, '#1f5750', 19],
    [COLUMN, height * 0.38, '#1a4c46', 13],
    [0, 0, '#1f5750', 11],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.1;
    for (let ring = 1; ring <= rings; ring++) {
      pen.beginPath();
      pen.arc(x, y, ring * 5.4, 0, Math.PI * 2);
      pen.stroke();
    }
  }
  disc(pen, 0, height, 14, '#e8a33d');
  disc(pen, COLUMN, height * 0.38, 7, '#e8a33d');
  disc(pen, 0, 0, 9, '#e8a33d');
  pen.restore();
  pen.fillStyle = '#e8a33d';
  pen.fillRect(COLUMN, 0, 1.6, height);
}

/** A portrait page with a column of ripples. */
export const column: StartingDesign = {
  isPortrait: true,
  look: { colours: { primary: FOREST, accent: AMBER, paper: '#ffffff' }, typeface: 'editorial' },
  title: () => t('baseTexts.certificateOfCompletion'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const left = COLUMN + 15;
    const wide = width - left - 15;
    const type = { align: 'left' } as const;
    return [
      picture([left, 24, 60, 20], 'logo', 'left'),
      value([left, 58, wide, 34], t('baseTexts.certificateOfCompletion'), {
        typeface: 'editorial',
        size: 40,
        colour: FOREST,
        lines: 2,
        ...type,
      }),
      boxAt('line', [left, 97, 22, 1.2], { colour: '#e8a33d' }),
      words([left, 104, wide, 8], t('baseTexts.presentedTo'), {
        typeface: 'modern',
        size: 12,
        colour: MUTED,
        ...type,
      }),
      value([left, 114, wide, 30], '{student}', { typeface: 'editorial', size: 36, colour: INK, ...type }),
      words([left, 148, wide, 8], t('baseTexts.forCompleting'), {
        typeface: 'modern',
        size: 12,
        colour: MUTED,
        ...type,
      }),
      value([left, 158, wide, 30], '{course}', { typeface: 'editorial', size: 25, colour: AMBER, ...type }),
      words([left, height - 77, 50, 5], t('drawing.issuedOn'), {
        typeface: 'modern',
        size: 9,
        colour: MUTED,
        ...type,
      }),
      boxAt('date', [left, height - 71, 50, 8], { typeface: 'editorial', size: 16, colour: INK, ...type }),
      picture([left, height - 58, 66, 16], 'signature1', 'left'),
      boxAt('line', [left, height - 41, 66, 0.3], { colour: MUTED }),
      value([left, height - 39, 72, 13], '{issuer}', {
        typeface: 'editorial',
        size: 14,
        colour: INK,
        ...type,
      }),
      qr(width - 42, height - 63, 27),
      boxAt('id', [width - 77, height - 33, 62, 4.5], {
        typeface: 'modern',
        size: 7.5,
        colour: MUTED,
        align: 'right',
      }),
    ];
  },
};
