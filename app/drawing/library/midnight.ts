import type { Pen } from '#app/drawing/drawing.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { centred, picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { corners, divider, frame, line, paper, polygon, starPoints } from './strokes.ts';

const NIGHT = '#0f1830';
const GOLD = '#d9b45f';
const IVORY = '#f7f0dd';
const PALE = '#cfc8b4';

function draw(pen: Pen, sheet: Sheet) {
  const { width, height } = sheet;
  paper(pen, sheet, NIGHT);
  // A rising sun behind the texts.
  const [x, y] = [width / 2, height + 26];
  for (let ray = 0; ray < 60; ray += 2) {
    const [from, to] = [ray, ray + 1].map((step) => Math.PI + (step / 60) * Math.PI) as [number, number];
    const reach = 330;
    polygon(
      pen,
      [
        [x, y],
        [x + reach * Math.cos(from), y + reach * Math.sin(from)],
        [x + reach * Math.cos(to), y + reach * Math.sin(to)],
      ],
      '#131f3c',
    );
  }
  for (const [radius, lineWidth] of [
    [70, 0.5],
    [72.5, 0.25],
    [76, 0.25],
  ] as const) {
    pen.strokeStyle = '#5d5338';
    pen.lineWidth = lineWidth;
    pen.beginPath();
    pen.arc(x, y, radius, Math.PI, Math.PI * 2);
    pen.stroke();
  }
  frame(pen, sheet, 10, GOLD, 0.9);
  frame(pen, sheet, 12.4, GOLD, 0.25);
  for (const [cornerX, cornerY, across, down] of corners(sheet, 10)) {
    pen.fillStyle = NIGHT;
    pen.fillRect(
      cornerX - 1 * across - (across < 0 ? 17 : 0),
      cornerY - 1 * down - (down < 0 ? 17 : 0),
      17,
      17,
    );
    const at = (dx: number, dy: number) => [cornerX + dx * across, cornerY + dy * down] as const;
    line(pen, [at(16, -0.45), at(16, 6), at(6, 6), at(6, 16), at(-0.45, 16)], GOLD, 0.9);
    line(pen, [at(18, 2.4), at(18, 8.4), at(8.4, 8.4), at(8.4, 18), at(2.4, 18)], GOLD, 0.25);
    polygon(pen, starPoints(...at(1.4, 1.4), 2.6, 4, 0.34), GOLD);
  }
  // Stars of different sizes on both sides of the heading.
  for (const [dx, dy, radius] of [
    [104, 40, 2.4],
    [112, 54, 1.2],
    [94, 31, 1],
    [118, 34, 1.4],
    [98, 60, 0.8],
  ] as const)
    for (const side of [-1, 1]) polygon(pen, starPoints(width / 2 + side * dx, dy, radius, 4, 0.3), GOLD);
  divider(pen, sheet, 107.5, GOLD);
}

/** Gold on midnight blue, with a rising sun. */
export const midnight: StartingDesign = {
  isPortrait: false,
  look: { colours: { primary: IVORY, accent: GOLD, paper: NIGHT }, typeface: 'classic' },
  title: () => t('library.certificateOfExcellence'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const foot = height - 60;
    return [
      picture(centred(sheet, 20, 60, 16), 'logo'),
      words(centred(sheet, 40, 172, 16), t('library.certificateOfExcellence'), {
        typeface: 'classic',
        size: 32,
        colour: GOLD,
      }),
      words(centred(sheet, 61, 170, 8), t('baseTexts.proudlyPresentedTo'), {
        typeface: 'garamond-italic',
        size: 16,
        colour: PALE,
      }),
      value(centred(sheet, 72, 220, 29), '{student}', { typeface: 'garamond', size: 46, colour: IVORY }),
      words(centred(sheet, 113, 190, 8), t('baseTexts.forOutstandingWorkIn'), {
        typeface: 'garamond-italic',
        size: 16,
        colour: PALE,
      }),
      value(centred(sheet, 123, 200, 20), '{course}', {
        typeface: 'garamond-semibold',
        size: 25,
        colour: GOLD,
      }),
      boxAt('date', [32, foot + 12, 62, 8], { typeface: 'garamond', size: 16, colour: IVORY }),
      boxAt('line', [32, foot + 21, 62, 0.25], { colour: GOLD }),
      words([32, foot + 22, 62, 7], t('drawing.issuedOn'), {
        typeface: 'garamond-italic',
        size: 12,
        colour: PALE,
      }),
      qr(width / 2 - 12, foot + 7, 24),
      boxAt('id', centred(sheet, foot + 33, 60, 5), { typeface: 'modern', size: 8, colour: IVORY }),
      // Signatures are dark, as ink is: the name of the issuer stands in the place of one.
      value([width - 94, foot + 7, 62, 13.5], '{issuer}', { typeface: 'garamond', size: 15, colour: IVORY }),
      boxAt('line', [width - 94, foot + 21, 62, 0.25], { colour: GOLD }),
      words([width - 94, foot + 22, 62, 7], t('common.issuedBy'), {
        typeface: 'garamond-italic',
        size: 12,
        colour: PALE,
      }),
    ];
  },
};
