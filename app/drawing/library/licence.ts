import type { Pen } from '#app/drawing/drawing.ts';
import { rosette, weave } from '#app/drawing/ornament.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { centred, picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { line, paper } from './strokes.ts';

const PETROL = '#0e4d5c';
const ORANGE = '#a8410c';
const INK = '#172429';
const MUTED = '#4a5a60';

/** A bank card (85.6 × 54 mm), 1.75 times as large. */
const CARD = { width: 150, height: 94.6, top: 102 };

const cardLeft = ({ width }: Sheet) => (width - CARD.width) / 2;

function card(pen: Pen, left: number, top: number) {
  const { width, height } = CARD;
  pen.save();
  pen.beginPath();
  pen.roundRect(left, top, width, height, 5);
  pen.clip();
  pen.fillStyle = '#f3f8f8';
  pen.fillRect(left, top, width, height);
  pen.strokeStyle = '#d6e6e7';
  pen.lineWidth = 0.2;
  rosette(pen, { x: left + width * 0.62, y: top + height * 0.58, radius: 46 }, [
    { inner: 0.7, outer: 1, petals: 48, copies: 4 },
    { inner: 0.3, outer: 0.74, petals: 30, copies: 4 },
  ]);
  pen.fillStyle = PETROL;
  pen.fillRect(left, top, width, 19);
  pen.fillStyle = '#e06b22';
  pen.fillRect(left, top + 19, width, 1.4);
  pen.strokeStyle = '#1f6877';
  pen.lineWidth = 0.2;
  weave(
    pen,
    { x: left, y: top + 9.5 },
    { x: left + width, y: top + 9.5 },
    { waves: 22, amplitude: 9, strands: 4 },
  );
  pen.fillStyle = PETROL;
  pen.fillRect(left, top + height - 4, width, 4);
  pen.restore();
  pen.strokeStyle = '#9db6ba';
  pen.lineWidth = 0.3;
  pen.beginPath();
  pen.roundRect(left, top, width, height, 5);
  pen.stroke();
}

function draw(pen: Pen, sheet: Sheet) {
  paper(pen, sheet, '#ffffff');
  pen.fillStyle = PETROL;
  pen.fillRect(0, 0, sheet.width, 6);
  pen.fillStyle = '#e06b22';
  pen.fillRect(0, 6, sheet.width, 1.2);
  const [left, top] = [cardLeft(sheet), CARD.top];
  card(pen, left, top);
  // Where to cut.
  for (const x of [left, left + CARD.width])
    for (const [from, to] of [
      [top - 9, top - 3],
      [top + CARD.height + 3, top + CARD.height + 9],
    ] as const)
      line(
        pen,
        [
          [x, from],
          [x, to],
        ],
        MUTED,
        0.2,
      );
  for (const y of [top, top + CARD.height])
    for (const [from, to] of [
      [left - 9, left - 3],
      [left + CARD.width + 3, left + CARD.width + 9],
    ] as const)
      line(
        pen,
        [
          [from, y],
          [to, y],
        ],
        MUTED,
        0.2,
      );
}

/** A portrait page with a licence card to cut out. */
export const licence: StartingDesign = {
  isPortrait: true,
  look: { colours: { primary: PETROL, accent: ORANGE, paper: '#ffffff' }, typeface: 'modern' },
  title: () => t('library.licence'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const [left, top] = [cardLeft(sheet), CARD.top];
    const type = { align: 'left' } as const;
    const label = { typeface: 'modern', size: 7.5, colour: MUTED, ...type } as const;
    return [
      picture([24, 18, 60, 18], 'logo', 'left'),
      value([24, 44, width - 48, 12], '{issuer}', {
        typeface: 'modern-bold',
        size: 15,
        colour: PETROL,
        ...type,
      }),
      words([24, 60, width - 48, 8], t('library.thisCardSaysWhatItsHolderMayDo'), {
        typeface: 'modern',
        size: 11,
        colour: INK,
        ...type,
      }),
      words([left + 8, top + 4, CARD.width - 16, 11], t('library.licence'), {
        typeface: 'modern-bold',
        size: 20,
        colour: '#ffffff',
        ...type,
      }),
      words([left + 8, top + 26, 90, 4], t('library.holder'), label),
      value([left + 8, top + 30.5, 96, 14], '{student}', {
        typeface: 'modern-bold',
        size: 18,
        colour: INK,
        ...type,
      }),
      words([left + 8, top + 47, 90, 4], t('library.licensedFor'), label),
      value([left + 8, top + 51.5, 96, 14], '{course}', {
        typeface: 'modern-bold',
        size: 14,
        colour: ORANGE,
        ...type,
      }),
      words([left + 8, top + 70, 44, 4], t('drawing.issuedOn'), label),
      boxAt('date', [left + 8, top + 74.5, 44, 6.5], {
        typeface: 'modern-bold',
        size: 11,
        colour: INK,
        ...type,
      }),
      value([left + 56, top + 74.5, 48, 6.5], `[${t('drawing.validUntil')} {expiryDate}]`, {
        typeface: 'modern-bold',
        size: 11,
        colour: INK,
        lines: 1,
        long: 'shrink',
        ...type,
      }),
      qr(left + CARD.width - 38, top + 28, 30),
      boxAt('id', [left + CARD.width - 46, top + 60, 44, 4.5], { typeface: 'modern', size: 8, colour: INK }),
      picture([left + CARD.width - 43, top + 67, 38, 14], 'signature1'),
      boxAt('line', [left + CARD.width - 43, top + 82, 38, 0.25], { colour: MUTED }),
      words(centred(sheet, top + CARD.height + 14, 150, 7), t('library.cutAlongTheMarks'), {
        typeface: 'modern',
        size: 10,
        colour: MUTED,
      }),
      words(centred(sheet, height - 30, 160, 7), t('drawing.scanTheCodeToVerify'), {
        typeface: 'modern',
        size: 10,
        colour: MUTED,
      }),
    ];
  },
};
