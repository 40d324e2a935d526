import type { Pen } from '#app/drawing/drawing.ts';
import { boxAt } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';
import { picture, qr, type Sheet, type StartingDesign, value, words } from './starting-design.ts';
import { line, paper, polygon, starPoints } from './strokes.ts';

const INDIGO = '#2a2f77';
const VIOLET = '#5b3fb0';
const INK = '#1c1e3c';
const MUTED = '#54577a';
const FIELD = 104;

/** A hexagon with rounded corners. */
function hexagon(pen: Pen, x: number, y: number, radius: number) {
  const points = starPoints(x, y, radius, 3, 1);
  const turn = radius * 0.16;
  pen.beginPath();
  for (const [index, [cornerX, cornerY]] of points.entries()) {
    const near = (other: readonly [number, number]) => {
      const length = Math.hypot(other[0] - cornerX, other[1] - cornerY);
      const share = turn / length;
      return [cornerX + (other[0] - cornerX) * share, cornerY + (other[1] - cornerY) * share] as const;
    };
    const before = near(points[(index + 5) % 6] as [number, number]);
    const after = near(points[(index + 1) % 6] as [number, number]);
    if (index === 0) pen.moveTo(...before);
    else pen.lineTo(...before);
    pen.quadraticCurveTo(cornerX, cornerY, ...after);
  }
  pen.closePath();
}

function ribbon(pen: Pen, x: number, y: number) {
  for (const side of [-1, 1]) {
    polygon(
      pen,
      [
        [x + side * 27, y - 3],
        [x + side * 43, y - 3],
        [x + side * 37, y + 5],
        [x + side * 43, y + 13],
        [x + side * 27, y + 13],
      ],
      '#c88a12',
    );
    polygon(
      pen,
      [
        [x + side * 33, y + 8],
        [x + side * 27, y + 13],
        [x + side * 27, y + 8],
      ],
      '#8a5c07',
    );
  }
  polygon(
    pen,
    [
      [x - 33, y - 8],
      [x + 33, y - 8],
      [x + 33, y + 8],
      [x - 33, y + 8],
    ],
    '#f0b429',
  );
  for (const dy of [-6.2, 6.2])
    line(
      pen,
      [
        [x - 33, y + dy],
        [x + 33, y + dy],
      ],
      '#fbe3a4',
      0.4,
    );
  for (const dx of [-22, -11, 0, 11, 22])
    polygon(pen, starPoints(x + dx, y, dx === 0 ? 4 : 2.6, 5, 0.42), '#8a5c07');
}

function draw(pen: Pen, sheet: Sheet) {
  const { height } = sheet;
  paper(pen, sheet, '#ffffff');
  const [x, y] = [FIELD / 2, height * 0.42];
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, FIELD, height);
  pen.clip();
  pen.fillStyle = INDIGO;
  pen.fillRect(0, 0, FIELD, height);
  for (let ray = 0; ray < 24; ray += 2) {
    const [from, to] = [ray, ray + 1].map((step) => (step / 24) * Math.PI * 2) as [number, number];
    const reach = 260;
    polygon(
      pen,
      [
        [x, y],
        [x + reach * Math.cos(from), y + reach * Math.sin(from)],
        [x + reach * Math.cos(to), y + reach * Math.sin(to)],
      ],
      '#31378a',
    );
  }
  pen.restore();
  for (const [radius, colour] of [
    [44, '#ffffff'],
    [41.5, '#f0b429'],
    [39.5, '#ffffff'],
    [38, VIOLET],
  ] as const) {
    pen.fillStyle = colour;
    hexagon(pen, x, y, radius);
    pen.fill();
  }
  pen.strokeStyle = '#a995e6';
  pen.lineWidth = 0.5;
  hexagon(pen, x, y, 34.5);
  pen.stroke();
  // A mortarboard.
  const top = y - 13;
  polygon(
    pen,
    [
      [x - 12, top + 5],
      [x + 12, top + 5],
      [x + 12, top + 13],
      [x, top + 17],
      [x - 12, top + 13],
    ],
    '#e5dcfb',
  );
  polygon(
    pen,
    [
      [x, top - 7],
      [x + 23, top + 2],
      [x, top + 11],
      [x - 23, top + 2],
    ],
    '#ffffff',
  );
  line(
    pen,
    [
      [x, top + 2],
      [x + 18, top + 5],
      [x + 18, top + 13],
    ],
    '#f0b429',
    1,
  );
  polygon(
    pen,
    [
      [x + 16.6, top + 12],
      [x + 19.4, top + 12],
      [x + 20.4, top + 18],
      [x + 15.6, top + 18],
    ],
    '#f0b429',
  );
  ribbon(pen, x, y + 17);
}

/** A badge with a mortarboard on a field of rays. */
export const badge: StartingDesign = {
  isPortrait: false,
  look: { colours: { primary: INDIGO, accent: VIOLET, paper: '#ffffff' }, typeface: 'modern' },
  title: () => t('library.courseBadge'),
  draw,
  boxes: (sheet) => {
    const { width, height } = sheet;
    const left = FIELD + 18;
    const wide = width - left - 20;
    const type = { align: 'left' } as const;
    return [
      picture([left, 22, 60, 17], 'logo', 'left'),
      words([left, 45, wide, 8], t('library.courseBadge'), {
        typeface: 'modern-bold',
        size: 15,
        colour: VIOLET,
        ...type,
      }),
      value([left, 55, wide, 32], '{course}', { typeface: 'modern-bold', size: 28, colour: INDIGO, ...type }),
      boxAt('line', [left, 91, 20, 1.2], { colour: '#f0b429' }),
      words([left, 97, wide, 7], t('library.earnedBy'), {
        typeface: 'modern',
        size: 12,
        colour: MUTED,
        ...type,
      }),
      value([left, 105, wide, 24], '{student}', { typeface: 'modern', size: 26, colour: INK, ...type }),
      words([left, height - 66, 60, 5], t('drawing.issuedOn'), {
        typeface: 'modern',
        size: 9,
        colour: MUTED,
        ...type,
      }),
      boxAt('date', [left, height - 60.5, 60, 7], {
        typeface: 'modern-bold',
        size: 13,
        colour: INK,
        ...type,
      }),
      picture([left, height - 50, 60, 13], 'signature1', 'left'),
      boxAt('line', [left, height - 36, 84, 0.3], { colour: MUTED }),
      value([left, height - 34.5, 84, 11], '{issuer}', {
        typeface: 'modern-bold',
        size: 12,
        colour: INK,
        ...type,
      }),
      qr(width - 48, height - 60, 28),
      boxAt('id', [width - 82, height - 29, 62, 4.5], {
        typeface: 'modern',
        size: 8,
        colour: MUTED,
        align: 'right',
      }),
    ];
  },
};
