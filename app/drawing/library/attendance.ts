import type { Pen } from '#app/drawing/drawing.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { centred, picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { disc, paper, polygon } from './strokes.ts';

const BLUE = '#1f4e9c';
const RED = '#c2341d';
const INK = '#1e2733';
const MUTED = '#53606e';
const PALETTE = ['#1f4e9c', '#f2b632', '#e2573f', '#2e9b8f', '#9cc5ee', '#f7d9c4'];

const SIDE = 18;

type Tile = (pen: Pen, colour: string) => void;

const quarter = (pen: Pen, radius: number) => {
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.arc(0, 0, radius, 0, Math.PI / 2);
  pen.closePath();
  pen.fill();
};

/** Shapes in a tile of one by one. */
const TILES: Tile[] = [
  (pen) => quarter(pen, 1),
  (pen, colour) => disc(pen, 0.5, 0.5, 0.34, colour),
  (pen) => {
    pen.beginPath();
    pen.arc(0.5, 0, 0.5, 0, Math.PI);
    pen.closePath();
    pen.fill();
    pen.beginPath();
    pen.arc(0.5, 0.5, 0.5, 0, Math.PI);
    pen.closePath();
    pen.fill();
  },
  (pen, colour) => {
    for (const x of [0.2, 0.5, 0.8]) for (const y of [0.2, 0.5, 0.8]) disc(pen, x, y, 0.09, colour);
  },
  (pen, colour) =>
    polygon(
      pen,
      [
        [0, 0],
        [1, 1],
        [0, 1],
      ],
      colour,
    ),
  (pen, colour) => {
    pen.strokeStyle = colour;
    pen.lineWidth = 0.12;
    for (const radius of [0.26, 0.56, 0.86]) {
      pen.beginPath();
      pen.arc(0, 0, radius, 0, Math.PI / 2);
      pen.stroke();
    }
  },
];

/** A row of tiles along the upper edge, turned and coloured by a fixed pattern. */
function row(pen: Pen, width: number, y: number, seed: number) {
  const count = Math.ceil(width / SIDE);
  const side = width / count;
  for (let at = 0; at < count; at++) {
    const number = (at * 7 + seed * 5 + ((at * at) % 11)) % 60;
    const colour = PALETTE[number % PALETTE.length] as string;
    pen.save();
    pen.translate((at + 0.5) * side, y + SIDE / 2);
    pen.rotate((number % 4) * (Math.PI / 2));
    pen.scale(side, SIDE);
    pen.translate(-0.5, -0.5);
    pen.fillStyle = colour;
    TILES[(at * 5 + seed * 3 + (number % 3)) % TILES.length]?.(pen, colour);
    pen.restore();
  }
}

function draw(pen: Pen, sheet: Sheet) {
  paper(pen, sheet, '#fffdf9');
  row(pen, sheet.width, 0, 1);
  row(pen, sheet.width, sheet.height - SIDE, 4);
}

/** Rows of simple shapes in bright colours, for workshops and conferences. */
export const attendance: StartingDesign = {
  isPortrait: false,
  look: { colours: { primary: BLUE, accent: RED, paper: '#fffdf9' }, typeface: 'modern' },
  title: () => t('library.certificateOfAttendance'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const foot = height - 62;
    return [
      picture(centred(sheet, 25, 60, 15), 'logo'),
      words(centred(sheet, 44, 220, 16), t('library.certificateOfAttendance'), {
        typeface: 'modern-bold',
        size: 32,
        colour: BLUE,
      }),
      words(centred(sheet, 64, 200, 7), t('baseTexts.thisIsToCertifyThat'), {
        typeface: 'modern',
        size: 12,
        colour: MUTED,
      }),
      value(centred(sheet, 73, 230, 24), '{student}', { typeface: 'modern-bold', size: 34, colour: INK }),
      words(centred(sheet, 99, 200, 7), t('library.attended'), {
        typeface: 'modern',
        size: 12,
        colour: MUTED,
      }),
      value(centred(sheet, 108, 210, 24), '{course}', { typeface: 'modern-bold', size: 22, colour: RED }),
      boxAt('date', [28, foot + 11, 66, 8], { typeface: 'modern-bold', size: 13, colour: INK }),
      boxAt('line', [28, foot + 20, 66, 0.3], { colour: MUTED }),
      words([28, foot + 21.5, 66, 6], t('drawing.issuedOn'), { typeface: 'modern', size: 9, colour: MUTED }),
      qr(width / 2 - 12, foot + 3, 24),
      boxAt('id', centred(sheet, foot + 28, 60, 5), { typeface: 'modern', size: 8, colour: MUTED }),
      picture([width - 94, foot + 3, 66, 16], 'signature1'),
      boxAt('line', [width - 94, foot + 20, 66, 0.3], { colour: MUTED }),
      value([width - 94, foot + 21.5, 66, 11], '{issuer}', {
        typeface: 'modern-bold',
        size: 11,
        colour: INK,
      }),
    ];
  },
};
