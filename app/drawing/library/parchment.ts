import type { Pen } from '#app/drawing/drawing.ts';
import { laurel, rosette, weave } from '#app/drawing/ornament.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { centred, picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { corners, disc, frame, inCorners, paper, polygon, starPoints } from './strokes.ts';

const BLUE = '#21395c';
const BRONZE = '#94672b';
const INK = '#28231c';
const MUTED = '#5e5343';
const PAPER = '#f9f2e2';

/** Scrolls that grow out of the upper left corner. */
function scroll(pen: Pen) {
  pen.strokeStyle = BRONZE;
  pen.lineCap = 'round';
  for (const [reach, lineWidth] of [
    [30, 0.7],
    [22, 0.45],
    [14, 0.3],
  ] as const) {
    pen.lineWidth = lineWidth;
    for (const turned of [false, true]) {
      pen.save();
      if (turned) pen.transform(0, 1, 1, 0, 0, 0);
      pen.beginPath();
      pen.moveTo(4, 4);
      pen.bezierCurveTo(reach * 0.35, 0.5, reach * 0.7, 1, reach, 3.6);
      pen.bezierCurveTo(reach + 2.6, 5, reach + 1.4, 8, reach - 1.2, 7.2);
      pen.bezierCurveTo(reach - 3, 6.4, reach - 1.6, 4.6, reach - 0.4, 5.4);
      pen.stroke();
      pen.restore();
    }
  }
  pen.lineCap = 'butt';
  disc(pen, 4, 4, 1.5, BLUE);
}

function draw(pen: Pen, sheet: Sheet) {
  const { width, height } = sheet;
  paper(pen, sheet, PAPER);
  pen.strokeStyle = '#efe4ca';
  pen.lineWidth = 0.25;
  rosette(pen, { x: width / 2, y: height * 0.52, radius: 72 }, [
    { inner: 0.86, outer: 1, petals: 80, copies: 3 },
    { inner: 0.6, outer: 0.88, petals: 48, copies: 3 },
    { inner: 0.3, outer: 0.64, petals: 24, copies: 4 },
  ]);
  frame(pen, sheet, 9.5, BLUE, 1.2);
  frame(pen, sheet, 11.6, BRONZE, 0.3);
  pen.strokeStyle = BLUE;
  pen.lineWidth = 0.2;
  const [near, far, start] = [14.4, 14.4, 24];
  for (const y of [near, height - far])
    weave(pen, { x: start, y }, { x: width - start, y }, { waves: 27, amplitude: 1.7, strands: 2 });
  for (const x of [near, width - far])
    weave(pen, { x, y: start }, { x, y: height - start }, { waves: 42, amplitude: 1.7, strands: 2 });
  frame(pen, sheet, 17.2, BRONZE, 0.3);
  for (const [x, y] of corners(sheet, 14.4)) {
    disc(pen, x, y, 7, PAPER);
    polygon(pen, starPoints(x, y, 6, 8, 0.5), BLUE);
    disc(pen, x, y, 2.2, PAPER);
    disc(pen, x, y, 1.2, BRONZE);
  }
  inCorners(pen, sheet, 20, scroll);
  pen.fillStyle = BRONZE;
  pen.strokeStyle = BRONZE;
  laurel(pen, { x: width / 2, y: 50, radius: 19 }, { pairs: 11, opening: 0.75 });
  polygon(pen, starPoints(width / 2, 31.5, 2.6, 5, 0.4), BLUE);
}

/** A portrait diploma on parchment, with a wreath around the logo. */
export const parchment: StartingDesign = {
  isPortrait: true,
  look: { colours: { primary: BLUE, accent: BRONZE, paper: PAPER }, typeface: 'classic' },
  title: () => t('baseTexts.diploma'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const middle = (height - 279.4) * 0.6;
    const foot = height - 74;
    return [
      picture(centred(sheet, 41, 22, 18), 'logo'),
      words(centred(sheet, 78, 150, 20), t('baseTexts.diploma'), {
        typeface: 'classic',
        size: 44,
        colour: BLUE,
      }),
      words(centred(sheet, 102 + middle * 0.4, 150, 8), t('baseTexts.thisIsToCertifyThat'), {
        typeface: 'garamond-italic',
        size: 15,
        colour: MUTED,
      }),
      value(centred(sheet, 112 + middle * 0.6, 158, 28), '{student}', {
        typeface: 'garamond',
        size: 38,
        colour: INK,
      }),
      boxAt('line', centred(sheet, 141.5 + middle * 0.6, 70, 0.35), { colour: BRONZE }),
      words(centred(sheet, 145 + middle * 0.6, 150, 8), t('baseTexts.hasSuccessfullyCompletedTheCourse'), {
        typeface: 'garamond-italic',
        size: 15,
        colour: MUTED,
      }),
      value(centred(sheet, 156 + middle * 0.7, 154, 26), '{course}', {
        typeface: 'garamond-semibold',
        size: 24,
        colour: BLUE,
      }),
      boxAt('date', [30, foot + 9, 54, 8], { typeface: 'garamond', size: 15, colour: INK }),
      boxAt('line', [30, foot + 18, 54, 0.25], { colour: BRONZE }),
      words([30, foot + 19, 54, 6], t('drawing.issuedOn'), {
        typeface: 'garamond-italic',
        size: 11,
        colour: MUTED,
      }),
      picture([width - 90, foot, 60, 17], 'signature1'),
      boxAt('line', [width - 90, foot + 18, 60, 0.25], { colour: BRONZE }),
      value([width - 90, foot + 19, 60, 12], '{issuer}', { typeface: 'garamond', size: 13, colour: INK }),
      qr(width / 2 - 11.5, foot + 22, 23),
      boxAt('id', centred(sheet, foot + 46, 60, 5), { typeface: 'modern', size: 8, colour: MUTED }),
    ];
  },
};
