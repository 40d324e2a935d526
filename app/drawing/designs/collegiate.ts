import type { Palette } from '#app/drawing/contrast.ts';
import type { Page, Pen } from '#app/drawing/drawing.ts';
import { body, heading, type Layout, type LayoutBox, raised } from './layout.ts';

const TOP_BAND = 148;

/** A lattice of diagonals, like the lining of an academic gown. */
function lattice(pen: Pen, width: number, top: number, bottom: number) {
  const [step, height] = [22, bottom - top];
  pen.save();
  pen.beginPath();
  pen.rect(0, top, width, height);
  pen.clip();
  pen.beginPath();
  for (let x = -height; x < width + height; x += step) {
    pen.moveTo(x, top);
    pen.lineTo(x + height, bottom);
    pen.moveTo(x + height, top);
    pen.lineTo(x, bottom);
  }
  pen.stroke();
  pen.restore();
}

function drawBackdrop(pen: Pen, palette: Palette, { width, height }: Page, margin: boolean) {
  const side = margin ? 51 : 30;
  const bottom = height - (margin ? 198 : 178);
  pen.fillStyle = palette.primary;
  pen.fillRect(0, 0, width, TOP_BAND);
  pen.fillRect(0, bottom, width, height - bottom);
  pen.fillRect(0, 0, side, height);
  pen.fillRect(width - side, 0, side, height);
  pen.strokeStyle = palette.patternOnPrimary;
  pen.lineWidth = 1;
  lattice(pen, width, 0, TOP_BAND);
  lattice(pen, width, bottom, height);
  pen.strokeStyle = palette.ornament;
  pen.lineWidth = 5;
  pen.strokeRect(side, TOP_BAND, width - 2 * side, bottom - TOP_BAND);
  pen.lineWidth = 1.5;
  pen.strokeRect(side + 14, TOP_BAND + 14, width - 2 * side - 28, bottom - TOP_BAND - 28);
}

const lowerBand = (margin: boolean, above: number): LayoutBox[] => [
  {
    kind: 'brand',
    area: { left: 200_491, top: 192_871 - above, width: 84_667 },
    align: 'right',
    colour: 'quietOnPrimary',
    checkColour: 'accentOnPrimary',
  },
  {
    kind: 'rule',
    area: { left: 38_947, top: 186_775 - above, width: 254, height: 16_256 - above / 2 },
    colour: 'accentOnPrimary',
  },
  margin
    ? { kind: 'qr', left: 11_853, top: 179_493, size: 22_013 }
    : { kind: 'qr', left: 11_853, top: 183_219, size: 23_029 },
  {
    kind: 'facts',
    facts: { id: 57_573, issued: 30_480, expires: 30_480 },
    gap: 3387,
    area: { left: 43_349, top: 190_331 - above, width: 125_307 },
    labelColour: 'accentOnPrimary',
    valueColour: 'onPrimary',
  },
];

/** A diploma between two broad bands: the college above, the facts below. */
export const collegiate: Layout = {
  drawBackdrop,
  gives: { x: [96_500, 200_500], y: [72_000, 138_000] },
  signatoriesInRow: 4,
  dependentBoxes: (
    { logo, signatories, margin },
    up = raised(signatories, 13_000),
    above = margin ? 3387 : 0,
  ) => [
    {
      kind: 'text',
      shows: 'issuer',
      area: margin
        ? { left: 33_867, top: 8128, width: 229_277, height: logo ? 7620 : 12_700 }
        : { left: 33_867, top: 3725, width: 229_277, height: logo ? 10_499 : 17_611 },
      style: {
        role: 'title',
        size: logo ? 6435 : 7789,
        colour: 'onPrimary',
        spacing: 0.2,
        capitals: true,
        maxLines: 2,
      },
    },
    heading(
      { left: 55_880, top: logo ? 44_365 : 33_189, width: 185_251, bottom: logo ? 70_104 : 67_056 },
      {
        title: { maxHeight: 20_320, size: 16_933, spacing: 0.04 },
        subtitle: { gap: 2371, maxHeight: 6096, role: 'label', size: 4064, spacing: 0.24, capitals: true },
      },
    ),
    {
      kind: 'signatories',
      area: { left: 25_400, top: 145_965 - above - up, width: 246_211, height: 29_125 + up },
      columnWidth: 64_347,
      gap: 13_547,
      imageHeight: 14_224,
      lineColour: 'ink',
    },
    body(
      {
        left: 35_560,
        top: logo ? 71_459 : 69_088,
        width: 225_891,
        bottom: (signatories ? 142_917 - up : 173_397) - above,
      },
      {
        prose: { size: 5080, maxHeight: 11_176 },
        name: { gap: 4403, size: 15_240, maxHeight: 22_352 },
        divider: { ornament: 'double rule', gap: 4064, width: 30_480, height: 1524 },
        beforeCourse: { gap: 4403 },
        course: { gap: 3387, size: 8805, width: 206_587, maxHeight: 16_256 },
        statement: { gap: 4064, size: 4403, width: 182_880, maxHeight: 14_901 },
      },
    ),
    ...lowerBand(margin, above),
  ],
  boxes: [
    // It hangs from the band.
    {
      kind: 'logo',
      area: { left: 116_332, top: 19_981, width: 64_347, height: 18_288 },
      plate: { padding: { x: 5080, y: 3725 }, radius: 2371, outline: 'ornament' },
    },
    { kind: 'seal', seal: 'ribbon', x: 261_112, y: 31_835, radius: 13_885 },
    {
      kind: 'photo',
      left: 22_860,
      top: 23_876,
      width: 27_940,
      margin: 1524,
      radius: 847,
      outline: 'ornament',
    },
  ],
};
