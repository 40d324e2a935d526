import type { Pen } from '#app/drawing/drawing.ts';
import { laurel, ring, rosette, toothedDisc } from '#app/drawing/ornament.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { centred, picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { disc, paper, polygon, starPoints } from './strokes.ts';

const SEA = '#0b4a6f';
const GOLD = '#c1922e';
const ACCENT = '#8a6414';
const INK = '#16232e';
const MUTED = '#4d5b66';

function tails(pen: Pen, x: number, y: number) {
  for (const side of [-1, 1]) {
    const bend = (dx: number, dy: number) => [x + side * dx, y + dy] as const;
    polygon(
      pen,
      [bend(2, 10), bend(12, 46), bend(17, 39), bend(25, 42), bend(16, 8)],
      side < 0 ? '#b3262e' : '#8f1b23',
    );
    polygon(
      pen,
      [bend(7, 20), bend(14.2, 43), bend(17, 39), bend(20.5, 40.4), bend(12, 15)],
      side < 0 ? '#d8575d' : '#b3262e',
    );
  }
}

/** Hangs from the upper edge, lowest in the middle. Its path stays, to clip by. */
function curtain(pen: Pen, width: number, depth: number, colour: string) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.lineTo(width, 0);
  pen.lineTo(width, depth);
  pen.quadraticCurveTo(width / 2, depth + 34, 0, depth);
  pen.closePath();
  pen.fill();
}

function draw(pen: Pen, sheet: Sheet) {
  const { width } = sheet;
  const x = width / 2;
  const y = 58;
  paper(pen, sheet, '#ffffff');
  curtain(pen, width, 62, '#e9f1f5');
  curtain(pen, width, 54, SEA);
  pen.save();
  pen.clip();
  pen.strokeStyle = '#1a5d86';
  pen.lineWidth = 0.3;
  rosette(pen, { x, y, radius: 118 }, [
    { inner: 0.72, outer: 1, petals: 64, copies: 3 },
    { inner: 0.38, outer: 0.76, petals: 36, copies: 4 },
  ]);
  pen.restore();
  tails(pen, x, y);
  pen.fillStyle = GOLD;
  toothedDisc(pen, { x, y, radius: 27 }, 48);
  disc(pen, x, y, 24.6, '#e2bd62');
  disc(pen, x, y, 22.8, '#fff8e6');
  pen.strokeStyle = GOLD;
  ring(pen, x, y, 21.4, 0.5);
  pen.fillStyle = GOLD;
  pen.strokeStyle = GOLD;
  laurel(pen, { x, y, radius: 15.5 }, { pairs: 10, opening: 0.7 });
  polygon(pen, starPoints(x, y, 9.5, 5, 0.42), SEA);
  pen.fillStyle = SEA;
  pen.fillRect(0, sheet.height - 9, width, 9);
  pen.fillStyle = GOLD;
  pen.fillRect(0, sheet.height - 10.4, width, 1.4);
}

/** A portrait page with a medal on ribbons. */
export const medal: StartingDesign = {
  isPortrait: true,
  look: { colours: { primary: SEA, accent: ACCENT, paper: '#ffffff' }, typeface: 'editorial' },
  title: () => t('library.certificateOfExcellence'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const foot = height - 66;
    return [
      words(centred(sheet, 106, 170, 17), t('library.certificateOfExcellence'), {
        typeface: 'editorial',
        size: 38,
        colour: SEA,
      }),
      words(centred(sheet, 127, 160, 8), t('baseTexts.proudlyPresentedTo'), {
        typeface: 'editorial',
        size: 15,
        colour: MUTED,
      }),
      value(centred(sheet, 137, 174, 26), '{student}', { typeface: 'editorial', size: 40, colour: INK }),
      boxAt('line', centred(sheet, 165, 50, 0.5), { colour: GOLD }),
      words(centred(sheet, 168, 160, 8), t('baseTexts.forOutstandingWorkIn'), {
        typeface: 'editorial',
        size: 15,
        colour: MUTED,
      }),
      value(centred(sheet, 178, 166, 24), '{course}', { typeface: 'editorial', size: 25, colour: ACCENT }),
      picture([22, foot + 1, 40, 16], 'logo', 'left'),
      words([22, foot + 30, 52, 6], t('drawing.issuedOn'), {
        typeface: 'editorial',
        size: 12,
        colour: MUTED,
        align: 'left',
      }),
      boxAt('date', [22, foot + 36, 52, 8], { typeface: 'editorial', size: 16, colour: INK, align: 'left' }),
      qr(width / 2 - 13, foot + 12, 26),
      boxAt('id', centred(sheet, foot + 39, 60, 5), { typeface: 'modern', size: 8, colour: MUTED }),
      picture([width - 78, foot + 10, 56, 16], 'signature1', 'right'),
      boxAt('line', [width - 78, foot + 28, 56, 0.25], { colour: GOLD }),
      value([width - 78, foot + 30, 56, 14], '{issuer}', {
        typeface: 'editorial',
        size: 14,
        colour: INK,
        align: 'right',
      }),
    ];
  },
};
