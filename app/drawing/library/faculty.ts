import type { Pen } from '#app/drawing/drawing.ts';
import { laurel, ring, toothedDisc } from '#app/drawing/ornament.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { centred, picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { disc, line, paper, polygon, starPoints } from './strokes.ts';

const CRIMSON = '#6a1526';
const DEEP = '#4d0d1a';
const GOLD = '#b38a3c';
const PALE_GOLD = '#dcc284';
const INK = '#2a1c1e';
const MUTED = '#63524f';
const PANEL = '#fffcf5';

/** A rectangle whose corners are cut out in quarter circles. */
function panel(pen: Pen, { width, height }: Sheet, inset: number, radius: number) {
  const [right, bottom] = [width - inset, height - inset];
  pen.beginPath();
  pen.moveTo(inset + radius, inset);
  pen.arc(right, inset, radius, Math.PI, Math.PI / 2, true);
  pen.arc(right, bottom, radius, -Math.PI / 2, Math.PI, true);
  pen.arc(inset, bottom, radius, 0, -Math.PI / 2, true);
  pen.arc(inset, inset, radius, Math.PI / 2, 0, true);
  pen.closePath();
}

/** A shield with an open book below three stars. */
function shield(pen: Pen, x: number, top: number) {
  const outline = (reach: number, y: number, depth: number) => {
    pen.beginPath();
    pen.moveTo(x - reach, y);
    pen.quadraticCurveTo(x, y + 1.6, x + reach, y);
    pen.bezierCurveTo(x + reach * 1.05, y + depth * 0.6, x + reach * 0.7, y + depth * 0.85, x, y + depth);
    pen.bezierCurveTo(x - reach * 0.7, y + depth * 0.85, x - reach * 1.05, y + depth * 0.6, x - reach, y);
    pen.closePath();
  };
  pen.fillStyle = GOLD;
  outline(9.6, top, 23);
  pen.fill();
  pen.fillStyle = CRIMSON;
  outline(8.8, top + 0.9, 21.2);
  pen.fill();
  for (const [side, rise] of [
    [-1, 0],
    [0, -0.4],
    [1, 0],
  ] as const)
    polygon(pen, starPoints(x + side * 4.6, top + 5.2 - rise, 1.5, 5, 0.4), PALE_GOLD);
  for (const side of [-1, 1]) {
    pen.fillStyle = PANEL;
    pen.beginPath();
    pen.moveTo(x, top + 10);
    pen.quadraticCurveTo(x + side * 3, top + 8.4, x + side * 6.2, top + 9.2);
    pen.lineTo(x + side * 6, top + 14);
    pen.quadraticCurveTo(x + side * 3, top + 13.2, x, top + 15);
    pen.closePath();
    pen.fill();
    for (const row of [0, 1, 2])
      line(
        pen,
        [
          [x + side * 1, top + 10.8 + row * 1.1],
          [x + side * 5.2, top + 10.2 + row * 1.1],
        ],
        GOLD,
        0.18,
      );
  }
}

function seal(pen: Pen, x: number, y: number) {
  for (const side of [-1, 1])
    polygon(
      pen,
      [
        [x + side * 1, y + 5],
        [x + side * 4, y + 20],
        [x + side * 6.4, y + 17],
        [x + side * 10, y + 18],
        [x + side * 7, y + 4],
      ],
      side < 0 ? CRIMSON : DEEP,
    );
  pen.fillStyle = GOLD;
  toothedDisc(pen, { x, y, radius: 11.4 }, 40);
  disc(pen, x, y, 10, '#c9a24f');
  pen.strokeStyle = '#f2e2b4';
  ring(pen, x, y, 8.9, 0.3);
  pen.fillStyle = DEEP;
  pen.strokeStyle = DEEP;
  laurel(pen, { x, y, radius: 6 }, { pairs: 7, opening: 0.6 });
  polygon(pen, starPoints(x, y, 3, 5, 0.4), DEEP);
}

function draw(pen: Pen, sheet: Sheet) {
  paper(pen, sheet, CRIMSON);
  pen.strokeStyle = PALE_GOLD;
  pen.lineWidth = 0.35;
  panel(pen, sheet, 9, 12);
  pen.stroke();
  pen.fillStyle = PANEL;
  panel(pen, sheet, 13, 14);
  pen.fill();
  pen.strokeStyle = GOLD;
  for (const [inset, radius, lineWidth] of [
    [15.5, 14.6, 0.8],
    [17.6, 15.4, 0.25],
  ] as const) {
    pen.lineWidth = lineWidth;
    panel(pen, sheet, inset, radius);
    pen.stroke();
  }
  for (const x of [13.5, sheet.width - 13.5])
    for (const y of [13.5, sheet.height - 13.5]) polygon(pen, starPoints(x, y, 3.6, 4, 0.36), PALE_GOLD);
  shield(pen, sheet.width / 2, 24);
  pen.fillStyle = '#dbc48d';
  pen.strokeStyle = '#dbc48d';
  laurel(pen, { x: sheet.width / 2, y: 35, radius: 15 }, { pairs: 9, opening: 0.85 });
  seal(pen, sheet.width / 2, sheet.height - 44);
}

/** A diploma with the arms of a faculty, in crimson and gold. */
export const faculty: StartingDesign = {
  isPortrait: false,
  look: { colours: { primary: CRIMSON, accent: GOLD, paper: '#fffcf5' }, typeface: 'garamond' },
  title: () => t('baseTexts.diploma'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const foot = height - 62;
    return [
      picture([36, 28, 60, 20], 'logo', 'left'),
      words(centred(sheet, 54, 180, 19), t('baseTexts.diploma'), {
        typeface: 'classic',
        size: 42,
        colour: CRIMSON,
      }),
      value(
        centred(sheet, 74, 220, 12),
        t('baseTexts.theFacultyOfIssuerConfersUpon', { issuer: '{issuer}' }),
        {
          typeface: 'garamond-italic',
          size: 15,
          colour: MUTED,
          lines: 2,
        },
      ),
      value(centred(sheet, 87, 220, 24), '{student}', { typeface: 'garamond', size: 42, colour: INK }),
      words(centred(sheet, 112, 200, 8), t('baseTexts.whoHasFulfilledAllRequirements'), {
        typeface: 'garamond-italic',
        size: 15,
        colour: MUTED,
      }),
      value(centred(sheet, 121, 210, 20), '{course}', {
        typeface: 'garamond-semibold',
        size: 24,
        colour: CRIMSON,
      }),
      qr(38, foot + 4, 25),
      boxAt('id', [34, foot + 30, 60, 5], { typeface: 'modern', size: 8, colour: MUTED, align: 'left' }),
      boxAt('date', [68, foot + 11, 54, 8], { typeface: 'garamond', size: 15, colour: INK }),
      boxAt('line', [68, foot + 20, 54, 0.25], { colour: GOLD }),
      words([68, foot + 21, 54, 6], t('drawing.issuedOn'), {
        typeface: 'garamond-italic',
        size: 11,
        colour: MUTED,
      }),
      picture([width - 116, foot + 2, 78, 17], 'signature1'),
      boxAt('line', [width - 116, foot + 20, 78, 0.25], { colour: GOLD }),
      value([width - 116, foot + 21, 78, 12], '{issuer}', { typeface: 'garamond', size: 13, colour: INK }),
    ];
  },
};
