import type { Pen } from '#app/drawing/drawing.ts';
import { lozenge, ring, rosette, weave } from '#app/drawing/ornament.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { centred, picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { corners, disc, frame, paper } from './strokes.ts';

const GREEN = '#17493d';
const GOLD = '#a5812f';
const INK = '#1d2b28';
const MUTED = '#4c5a55';

const BAND = { outer: 11, inner: 23 };
const MIDDLE = (BAND.outer + BAND.inner) / 2;

function medallion(pen: Pen, x: number, y: number) {
  disc(pen, x, y, 10, '#fdfbf3');
  pen.strokeStyle = GOLD;
  ring(pen, x, y, 10, 0.35);
  disc(pen, x, y, 8.9, GREEN);
  pen.strokeStyle = '#d9c486';
  pen.lineWidth = 0.14;
  rosette(pen, { x, y, radius: 8 }, [
    { inner: 0.55, outer: 1, petals: 12, copies: 5 },
    { inner: 0.2, outer: 0.62, petals: 8, copies: 3 },
  ]);
  pen.fillStyle = '#e6d6a3';
  lozenge(pen, x, y, 1);
}

function draw(pen: Pen, sheet: Sheet) {
  const { width, height } = sheet;
  paper(pen, sheet, '#fdfbf3');
  pen.strokeStyle = '#ece7d4';
  pen.lineWidth = 0.22;
  rosette(pen, { x: width / 2, y: height * 0.49, radius: 66 }, [
    { inner: 0.82, outer: 1, petals: 72, copies: 3 },
    { inner: 0.52, outer: 0.84, petals: 40, copies: 4 },
    { inner: 0.18, outer: 0.56, petals: 20, copies: 4 },
  ]);
  const inside = (inset: number) => [inset, inset, width - 2 * inset, height - 2 * inset] as const;
  pen.fillStyle = '#dfe9df';
  pen.beginPath();
  pen.rect(...inside(BAND.outer));
  pen.rect(...inside(BAND.inner));
  pen.fill('evenodd');
  pen.strokeStyle = GREEN;
  pen.lineWidth = 0.16;
  const [right, bottom, start] = [width - MIDDLE, height - MIDDLE, MIDDLE + 8];
  for (const y of [MIDDLE, bottom])
    weave(pen, { x: start, y }, { x: width - start, y }, { waves: 30, amplitude: 5.2, strands: 6 });
  for (const x of [MIDDLE, right])
    weave(pen, { x, y: start }, { x, y: height - start }, { waves: 20, amplitude: 5.2, strands: 6 });
  for (const inset of [BAND.outer, BAND.inner]) frame(pen, sheet, inset, GREEN, 0.7);
  frame(pen, sheet, BAND.outer - 1.6, GOLD, 0.3);
  frame(pen, sheet, BAND.inner + 1.6, GOLD, 0.3);
  for (const [x, y] of corners(sheet, MIDDLE)) medallion(pen, x, y);
}

/** Engraved borders of share certificates, in green and gold. */
export const engraved: StartingDesign = {
  isPortrait: false,
  look: { colours: { primary: GREEN, accent: GOLD, paper: '#fdfbf3' }, typeface: 'classic' },
  title: () => t('baseTexts.certificateOfAchievement'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const foot = height - 58;
    return [
      picture(centred(sheet, 29, 60, 14), 'logo'),
      words(centred(sheet, 45, 200, 17), t('baseTexts.certificateOfAchievement'), {
        typeface: 'classic',
        size: 34,
        colour: GREEN,
      }),
      words(centred(sheet, 66, 190, 8), t('baseTexts.proudlyPresentedTo'), {
        typeface: 'garamond-italic',
        size: 15,
        colour: MUTED,
      }),
      value(centred(sheet, 76, 220, 24), '{student}', { typeface: 'garamond', size: 42, colour: INK }),
      boxAt('line', centred(sheet, 101.5, 90, 0.35), { colour: GOLD }),
      words(centred(sheet, 104, 190, 8), t('baseTexts.forOutstandingWorkIn'), {
        typeface: 'garamond-italic',
        size: 15,
        colour: MUTED,
      }),
      value(centred(sheet, 114, 200, 20), '{course}', {
        typeface: 'garamond-semibold',
        size: 23,
        colour: GREEN,
      }),
      words([32, foot + 16.5, 60, 6], t('drawing.issuedOn'), {
        typeface: 'garamond-italic',
        size: 11,
        colour: MUTED,
      }),
      boxAt('date', [32, foot + 8, 60, 7.5], { typeface: 'garamond', size: 15, colour: INK }),
      boxAt('line', [32, foot + 16, 60, 0.25], { colour: GOLD }),
      picture([width - 92, foot - 3, 60, 17], 'signature1'),
      boxAt('line', [width - 92, foot + 16, 60, 0.25], { colour: GOLD }),
      value([width - 92, foot + 17, 60, 11], '{issuer}', { typeface: 'garamond', size: 13, colour: INK }),
      qr(width / 2 - 11, foot + 0.5, 22),
      boxAt('id', [width / 2 - 30, foot + 23.5, 60, 5], { typeface: 'modern', size: 8, colour: MUTED }),
    ];
  },
};
