import { mix, type Palette } from '#app/drawing/contrast.ts';
import type { Page, Pen } from '#app/drawing/drawing.ts';
import { body, heading, type Layout, raised } from './layout.ts';

/** The banner, with its distance from both sides. */
const BANNER = { side: 236, top: 236, bottom: 366 };
/** The tails hang lower than the banner and show its back where they are folded. */
const TAIL = { drop: 34, fold: 62, length: 150, notch: 44 };

function polygon(pen: Pen, points: [number, number][]) {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.closePath();
  pen.fill();
}

/** Rays from behind the banner, wide enough apart to leave the paper quiet. */
function drawRays(pen: Pen, palette: Palette, { width }: Page) {
  pen.fillStyle = palette.shade;
  const [x, y, reach, rays] = [width / 2, (BANNER.top + BANNER.bottom) / 2, 1700, 36];
  for (let ray = 0; ray < rays; ray++) {
    const [from, to] = [ray, ray + 0.5].map((part) => (part / rays) * Math.PI * 2) as [number, number];
    polygon(pen, [
      [x, y],
      [x + reach * Math.cos(from), y + reach * Math.sin(from)],
      [x + reach * Math.cos(to), y + reach * Math.sin(to)],
    ]);
  }
}

function drawBanner(pen: Pen, palette: Palette, { width }: Page) {
  const { side: left, top, bottom } = BANNER;
  const right = width - left;
  const { drop, fold, length, notch } = TAIL;
  const back = mix(palette.primary, '#000000', 0.45);
  const tail = mix(palette.primary, '#000000', 0.18);
  const middle = (top + bottom) / 2 + drop;
  for (const [edge, out] of [
    [left, -1],
    [right, 1],
  ] as const) {
    const inner = edge - out * fold;
    const outer = edge + out * (length - fold);
    pen.fillStyle = tail;
    polygon(pen, [
      [inner, top + drop],
      [outer, top + drop],
      [outer - out * notch, middle],
      [outer, bottom + drop],
      [inner, bottom + drop],
    ]);
    pen.fillStyle = back;
    polygon(pen, [
      [inner, bottom],
      [edge, bottom],
      [inner, bottom + drop],
    ]);
  }
  pen.fillStyle = palette.primary;
  pen.fillRect(left, top, right - left, bottom - top);
  pen.fillStyle = palette.accentOnPrimary;
  pen.fillRect(left, top + 9, right - left, 2);
  pen.fillRect(left, bottom - 11, right - left, 2);
}

function drawBackdrop(pen: Pen, palette: Palette, page: Page, margin: boolean) {
  const { width, height } = page;
  const [outer, inner] = margin ? [52, 68] : [36, 52];
  pen.save();
  pen.beginPath();
  pen.rect(outer, outer, width - 2 * outer, height - 2 * outer);
  pen.clip();
  drawRays(pen, palette, page);
  pen.restore();
  pen.strokeStyle = palette.primary;
  pen.lineWidth = 9;
  pen.strokeRect(outer, outer, width - 2 * outer, height - 2 * outer);
  pen.strokeStyle = palette.ornament;
  pen.lineWidth = 2;
  pen.strokeRect(inner, inner, width - 2 * inner, height - 2 * inner);
  drawBanner(pen, palette, page);
}

/** A folded ribbon that carries the title, with rays behind it. */
export const ribbon: Layout = {
  drawBackdrop,
  gives: { x: [82_000, 215_000], y: [72_000, 137_000] },
  signatoriesInRow: 4,
  dependentBoxes: ({ logo, photo, signatories }, up = raised(signatories, 15_000)) => [
    {
      kind: 'text',
      shows: 'issuer',
      area: { left: 47_413, top: logo ? 29_464 : 15_579, width: 202_184, height: logo ? 8805 : 22_691 },
      style: {
        role: 'label',
        size: logo ? 4403 : 5757,
        colour: 'label',
        spacing: 0.14,
        capitals: true,
        maxLines: 2,
      },
    },
    {
      kind: 'signatories',
      area: { left: 49_107, top: 141_563 - up, width: 198_797, height: 26_755 + up },
      columnWidth: 57_573,
      gap: 12_869,
      imageHeight: 12_192,
    },
    body(
      {
        left: photo ? 50_800 : 40_640,
        top: 70_781,
        width: photo ? 195_411 : 215_731,
        bottom: signatories ? 137_499 - up : 166_624,
      },
      {
        prose: { size: 5080, maxHeight: 11_176 },
        name: { gap: 3725, size: 16_595, maxHeight: 23_029 },
        divider: { ornament: 'pointed rule', gap: 3387, width: 94_827, height: 508 },
        beforeCourse: { gap: 4064 },
        course: { gap: 3048, size: 8467, width: 203_200, maxHeight: 16_595 },
        statement: { gap: 3725, size: 4233, width: 176_107, maxHeight: 14_224 },
      },
    ),
  ],
  boxes: [
    { kind: 'photo', left: 254_254, top: 82_550, width: 25_231, margin: 1270, outline: 'ornament' },
    { kind: 'logo', area: { left: 111_252, top: 12_531, width: 74_507, height: 15_579 } },
    heading(
      { left: 48_429, top: 43_011, width: 200_152, bottom: 58_928, loosen: 1 },
      {
        title: { maxHeight: 14_224, size: 12_531, colour: 'onPrimary', spacing: 0.03 },
        subtitle: {
          gap: 1355,
          maxHeight: 5080,
          role: 'label',
          size: 3725,
          colour: 'accentOnPrimary',
          spacing: 0.2,
          capitals: true,
        },
      },
    ),
    { kind: 'seal', seal: 'laurel', x: 29_803, y: 180_848, radius: 13_885 },
    { kind: 'brand', area: { left: 80_772, top: 189_653, width: 135_467 } },
    { kind: 'qr', left: 252_984, top: 167_301, size: 27_771 },
    {
      kind: 'facts',
      facts: { id: 64_347, issued: 37_253, expires: 37_253 },
      area: { left: 79_079, top: 176_107, width: 138_853 },
      align: 'center',
    },
  ],
};
