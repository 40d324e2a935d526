import type { Pen } from '#app/drawing/drawing.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { paper, polygon } from './strokes.ts';

const PLUM = '#43235e';
const CORAL = '#c8402f';
const INK = '#24192e';
const MUTED = '#5b5166';
const COLOURS = ['#43235e', '#6b2d6f', '#96386f', '#c8402f', '#e46f47', '#f2a65e', '#f7cf8f', '#fbe7c8'];

const COLUMNS = 4;

/** A colour for each half of a tile. Tiles become lighter to the right; a fixed pattern makes them vary. */
function colourOf(column: number, row: number, half: number, columns: number): string {
  const noise = ((column * 7 + row * 13 + half * 5 + column * row * 3) % 5) - 2;
  const shade = (column / (columns - 1)) * (COLOURS.length - 2) + noise * 0.8 + half;
  return COLOURS[Math.max(0, Math.min(COLOURS.length - 1, Math.round(shade)))] as string;
}

function draw(pen: Pen, sheet: Sheet) {
  paper(pen, sheet, '#ffffff');
  const rows = 10;
  const side = sheet.height / rows;
  for (let column = 0; column < COLUMNS; column++) {
    for (let row = 0; row < rows; row++) {
      const [x, y] = [column * side, row * side];
      // The last column has gaps, so that the mosaic falls apart towards the paper.
      const isOpen = column === COLUMNS - 1;
      const rising = (column + row) % 2 === 0;
      const overlap = 0.06;
      const [right, bottom] = [x + side + (isOpen ? 0 : overlap), y + side + overlap];
      const [topLeft, topRight] = [[x, y] as const, [right, y] as const];
      const [bottomLeft, bottomRight] = [[x, bottom] as const, [right, bottom] as const];
      const upper = rising ? [topLeft, topRight, bottomLeft] : [topLeft, bottomLeft, bottomRight];
      const lower = rising ? [topRight, bottomRight, bottomLeft] : [topLeft, topRight, bottomRight];
      if (!isOpen) {
        pen.fillStyle = colourOf(column, row, 0, COLUMNS);
        pen.fillRect(x, y, right - x, bottom - y);
        polygon(pen, lower, colourOf(column, row, 1, COLUMNS));
      } else if ((row * 3) % 4 !== 1) {
        polygon(pen, upper, colourOf(column, row, 0, COLUMNS));
      }
    }
  }
}

/** A mosaic of triangles in plum, coral and sand along the left side. */
export const mosaic: StartingDesign = {
  isPortrait: false,
  look: { colours: { primary: PLUM, accent: CORAL, paper: '#ffffff' }, typeface: 'modern' },
  title: () => t('baseTexts.certificate'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const left = (sheet.height / 10) * COLUMNS + 14;
    const wide = width - left - 18;
    const type = { align: 'left' } as const;
    return [
      picture([left, 19, 60, 17], 'logo', 'left'),
      words([left, 42, wide, 22], t('baseTexts.certificate'), {
        typeface: 'modern-bold',
        size: 46,
        colour: PLUM,
        ...type,
      }),
      words([left, 68, wide, 7], t('baseTexts.thisCertificateIsAwardedTo'), {
        typeface: 'modern',
        size: 12,
        colour: MUTED,
        ...type,
      }),
      value([left, 77, wide, 24], '{student}', {
        typeface: 'modern-bold',
        size: 30,
        colour: INK,
        ...type,
      }),
      boxAt('line', [left, 103, 24, 1.2], { colour: CORAL }),
      words([left, 108, wide, 7], t('baseTexts.forCompletingTheCourse'), {
        typeface: 'modern',
        size: 12,
        colour: MUTED,
        ...type,
      }),
      value([left, 117, wide, 22], '{course}', {
        typeface: 'modern-bold',
        size: 20,
        colour: CORAL,
        ...type,
      }),
      picture([left, height - 60, 64, 15], 'signature1', 'left'),
      boxAt('line', [left, height - 44, 64, 0.3], { colour: MUTED }),
      value([left, height - 42.5, 64, 11], '{issuer}', {
        typeface: 'modern-bold',
        size: 11,
        colour: INK,
        ...type,
      }),
      words([left + 74, height - 42.5, 44, 5], t('drawing.issuedOn'), {
        typeface: 'modern',
        size: 9,
        colour: MUTED,
        ...type,
      }),
      boxAt('date', [left + 74, height - 52, 44, 7], {
        typeface: 'modern-bold',
        size: 13,
        colour: INK,
        ...type,
      }),
      boxAt('line', [left + 74, height - 44, 44, 0.3], { colour: MUTED }),
      qr(width - 43, height - 58, 25),
      boxAt('id', [width - 80, height - 31, 62, 4.5], {
        typeface: 'modern',
        size: 8,
        colour: MUTED,
        align: 'right',
      }),
    ];
  },
};
