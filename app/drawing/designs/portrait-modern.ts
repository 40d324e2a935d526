import { mix, type Palette } from '#app/drawing/contrast.ts';
import type { Page, Pen } from '#app/drawing/drawing.ts';
import { body, heading, type Layout, raised } from './layout.ts';

/** The block of colour ends in a slope. */
const SLOPE = { left: 660, right: 500 };

function drawBackdrop(pen: Pen, palette: Palette, { width, height }: Page) {
  const quad = (colour: string, shift: number, thickness: number) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(0, SLOPE.left + shift);
    pen.lineTo(width, SLOPE.right + shift);
    pen.lineTo(width, SLOPE.right + shift - thickness);
    pen.lineTo(0, SLOPE.left + shift - thickness);
    pen.closePath();
    pen.fill();
  };
  pen.fillStyle = palette.primary;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.lineTo(width, 0);
  pen.lineTo(width, SLOPE.right);
  pen.lineTo(0, SLOPE.left);
  pen.closePath();
  pen.fill();
  pen.save();
  pen.clip();
  pen.fillStyle = mix(palette.primary, palette.patternOnPrimary, 0.6);
  for (const [x, y, radius] of [
    [width - 60, 40, 330],
    [width - 330, 480, 190],
  ] as const) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, Math.PI * 2);
    pen.fill();
  }
  pen.restore();
  quad(palette.ornament, 14, 14);
  quad(palette.tint, 50, 22);
  pen.fillStyle = palette.primary;
  pen.fillRect(0, height - 22, width, 22);
}

/** A portrait page under a sloping block of colour that carries the title. */
export const portraitModern: Layout = {
  drawBackdrop,
  gives: { x: [40_000, 110_000], y: [126_000, 200_000] },
  signatoriesInRow: 3,
  dependentBoxes: ({ logo, seal, photo, signatories }, up = raised(signatories, 18_000)) => [
    heading(
      {
        left: 18_627,
        top: logo ? 44_365 : 22_013,
        width: seal || photo ? 133_435 : 162_560,
        bottom: 91_440,
        align: 'left',
      },
      {
        issuer: {
          width: logo ? 118_533 : 128_693,
          maxHeight: 11_176,
          size: 4741,
          colour: 'accentOnPrimary',
          spacing: 0.06,
        },
        title: { gap: 5080, maxHeight: 22_013, size: 18_965, colour: 'onPrimary', spacing: -0.02 },
        subtitle: {
          gap: 3725,
          width: 115_147,
          maxHeight: 8128,
          role: 'prose',
          size: 6773,
          colour: 'quietOnPrimary',
        },
      },
    ),
    {
      kind: 'signatories',
      area: { left: 18_627, top: 207_603 - up, width: 172_720, height: 32_173 + up },
      align: 'left',
      columnWidth: 52_493,
      gap: 7451,
      imageHeight: 14_224,
    },
    body(
      {
        left: 18_627,
        top: 124_629,
        width: 172_720,
        bottom: signatories ? 202_523 - up : 240_453,
        align: 'left',
        anchor: 0.4,
      },
      {
        prose: { size: 5419, maxHeight: 11_853 },
        name: { gap: 4741, size: 15_579, maxHeight: 33_189 },
        divider: { ornament: 'bar', gap: 5757, width: 20_320, height: 1355 },
        beforeCourse: { gap: 5757 },
        course: { gap: 3725, size: 8805, maxHeight: 25_400 },
        statement: { gap: 5757, size: 4572, width: 152_400, maxHeight: 20_320, maxLines: 4 },
      },
    ),
  ],
  boxes: [
    { kind: 'photo', left: 160_866, top: 16_933, width: 28_787, margin: 1693, radius: 2032 },
    {
      kind: 'logo',
      area: { left: 23_029, top: 18_965, width: 64_347, height: 17_611 },
      align: 'left',
      plate: { padding: { x: 4403, y: 3725 }, radius: 2032 },
    },
    { kind: 'seal', seal: 'laurel', x: 174_413, y: 92_287, radius: 17_611 },
    { kind: 'brand', area: { left: 18_627, top: 274_659, width: 108_373 }, align: 'left' },
    { kind: 'qr', left: 159_173, top: 246_549, size: 32_173 },
    { kind: 'facts', facts: { id: 67_733 }, area: { left: 18_627, top: 248_920, width: 67_733 } },
    {
      kind: 'facts',
      facts: { issued: 35_560, expires: 35_560 },
      gap: 3387,
      area: { left: 18_627, top: 261_451, width: 74_507 },
    },
    {
      kind: 'text',
      shows: 'scan',
      area: { left: 130_387, top: 274_659, width: 25_400, height: 4064 },
      style: { role: 'prose', size: 3387, colour: 'muted', align: 'right' },
    },
  ],
};
