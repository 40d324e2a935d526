import type { Palette } from '#app/drawing/contrast.ts';
import { PAGES, type Page, type Pen } from '#app/drawing/drawing.ts';
import { laurel, lozenge } from '#app/drawing/ornament.ts';
import { body, heading, type Layout, raised } from './layout.ts';

/** The distance of the frame from the edge, and of the fans in its corners, with their radius. */
const FRAME = { outer: 44, fan: 10, radius: 66 };
const FRAME_IN_MARGIN = { outer: 52, fan: 49, radius: 54 };
const STEP = 40;

/** A rectangle whose corners are cut in two steps. */
function stepped(pen: Pen, { width, height }: Page, inset: number, step: number) {
  const [right, bottom] = [width - inset, height - inset];
  const corner = (x: number, y: number, dx: number, dy: number, across: boolean): [number, number][] => {
    const points: [number, number][] = [
      [x + dx * 2 * step, y],
      [x + dx * 2 * step, y + dy * step],
      [x + dx * step, y + dy * step],
      [x + dx * step, y + dy * 2 * step],
      [x, y + dy * 2 * step],
    ];
    return across ? points.toReversed() : points;
  };
  pen.beginPath();
  for (const [x, y] of [
    ...corner(inset, inset, 1, 1, true),
    ...corner(right, inset, -1, 1, false),
    ...corner(right, bottom, -1, -1, true),
    ...corner(inset, bottom, 1, -1, false),
  ])
    pen.lineTo(x, y);
  pen.closePath();
}

/** Blades that open from a corner. */
function fan(pen: Pen, x: number, y: number, dx: number, dy: number, radius: number) {
  for (let blade = 0; blade <= 6; blade++) {
    const angle = (blade / 6) * (Math.PI / 2);
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + dx * radius * Math.cos(angle), y + dy * radius * Math.sin(angle));
    pen.stroke();
  }
  for (const share of [0.62, 1]) {
    const from = Math.atan2(0, dx);
    const to = Math.atan2(dy, 0);
    pen.beginPath();
    pen.arc(x, y, radius * share, from, to, dx * dy < 0);
    pen.stroke();
  }
}

function drawBackdrop(pen: Pen, palette: Palette, page: Page, margin: boolean) {
  const { width, height } = page;
  const { outer, fan: inset, radius } = margin ? FRAME_IN_MARGIN : FRAME;
  pen.fillStyle = palette.primary;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = palette.paper;
  stepped(pen, page, outer, STEP);
  pen.fill();
  pen.strokeStyle = palette.ornament;
  pen.lineWidth = 4;
  pen.stroke();
  pen.lineWidth = 1.5;
  stepped(pen, page, outer + 16, STEP);
  pen.stroke();
  pen.strokeStyle = palette.accentOnPrimary;
  pen.lineWidth = 1.5;
  for (const [x, dx] of [
    [inset, 1],
    [width - inset, -1],
  ] as const)
    for (const [y, dy] of [
      [inset, 1],
      [height - inset, -1],
    ] as const)
      fan(pen, x, y, dx, dy, radius);
  const wreath = 800 - (PAGES.a4.portrait.height - height) / 2;
  pen.strokeStyle = palette.shade;
  pen.fillStyle = palette.shade;
  laurel(pen, { x: width / 2, y: wreath, radius: 350 }, { pairs: 13, opening: 0.5 });
  pen.fillStyle = palette.ornament;
  lozenge(pen, width / 2, 100, 7);
}

/** A portrait page in a frame with stepped corners, with a wreath of laurel in the paper. */
export const portraitClassic: Layout = {
  drawBackdrop,
  gives: { x: [60_000, 150_000], y: [100_000, 196_000] },
  signatoriesInRow: 3,
  dependentBoxes: ({ logo, photo, signatories }, up = raised(signatories, 18_000)) => [
    {
      kind: 'photo',
      left: logo ? 153_247 : 91_017,
      top: 26_924,
      width: 27_940,
      margin: 1524,
      outline: 'ornament',
    },
    heading(
      {
        left: 25_400,
        top: photo ? 68_410 : logo ? 51_816 : 30_480,
        width: 159_173,
        bottom: photo ? 99_483 : 91_440,
        loosen: 1.4,
      },
      {
        issuer: { width: 138_853, maxHeight: 10_499, size: 4741, spacing: 0.16, capitals: true },
        title: { gap: 4741, maxHeight: 22_013, size: 14_901, spacing: 0.1, capitals: true },
        subtitle: { gap: 3387, maxHeight: 6773, size: 4741, spacing: 0.3, capitals: true },
      },
    ),
    {
      kind: 'signatories',
      area: { left: 23_707, top: 202_523 - up, width: 162_560, height: 32_173 + up },
      columnWidth: 50_800,
      gap: 6773,
      imageHeight: 14_563,
    },
    body(
      {
        left: 25_400,
        top: photo ? 105_325 : 95_843,
        width: 159_173,
        bottom: signatories ? 198_120 - up : 235_373,
      },
      {
        prose: { size: 5588, maxHeight: 12_192 },
        name: { gap: 5080, size: 14_901, maxHeight: 32_173 },
        divider: { ornament: 'flourish', gap: 5080, width: 94_827, height: 2032 },
        beforeCourse: { gap: 5080 },
        course: { gap: 4064, size: 8805, maxHeight: 25_400 },
        statement: { gap: 5419, size: 4741, width: 135_467, maxHeight: 20_997, maxLines: 4 },
      },
    ),
  ],
  boxes: [
    { kind: 'logo', area: { left: 67_733, top: 25_400, width: 74_507, height: 22_352 } },
    { kind: 'seal', seal: 'ribbon', x: 104_987, y: 256_709, radius: 14_224 },
    { kind: 'brand', area: { left: 50_800, top: 278_384, width: 108_373 } },
    { kind: 'qr', left: 24_045, top: 243_163, size: 28_109 },
    {
      kind: 'facts',
      facts: { id: 62_992 },
      area: { left: 123_613, top: 260_096, width: 62_992 },
      align: 'right',
    },
    {
      kind: 'text',
      shows: 'scanTheCode',
      area: { left: 55_880, top: 250_783, width: 28_787, height: 12_869 },
      style: { role: 'prose', size: 3556, colour: 'muted', align: 'left', maxLines: 3 },
    },
    {
      kind: 'facts',
      facts: { issued: 28_787, expires: 28_787 },
      gap: 2709,
      area: { left: 123_613, top: 246_549, width: 62_992 },
      align: 'right',
    },
  ],
};
