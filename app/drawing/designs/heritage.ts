import type { Palette } from '#app/drawing/contrast.ts';
import type { Page, Pen } from '#app/drawing/drawing.ts';
import { lozenge, ring, rosette, weave } from '#app/drawing/ornament.ts';
import { body, type Circle, heading, type Layout, raised } from './layout.ts';

/** Distances from the edge, and the radii of the medallions in the corners and of the quarter circles around them. */
type Frame = { line: number; band: { outer: number; inner: number }; medallion: number; notch: number };
const FRAME: Frame = { line: 32, band: { outer: 52, inner: 108 }, medallion: 66, notch: 62 };
const FRAME_IN_MARGIN: Frame = { line: 50, band: { outer: 62, inner: 108 }, medallion: 36, notch: 48 };
const INNER = 126;

/** A rectangle with concave corners. */
function notched(pen: Pen, { width, height }: Page, inset: number, radius: number) {
  const [right, bottom] = [width - inset, height - inset];
  pen.beginPath();
  pen.moveTo(inset + radius, inset);
  pen.lineTo(right - radius, inset);
  pen.arc(right, inset, radius, Math.PI, Math.PI / 2, true);
  pen.lineTo(right, bottom - radius);
  pen.arc(right, bottom, radius, -Math.PI / 2, Math.PI, true);
  pen.lineTo(inset + radius, bottom);
  pen.arc(inset, bottom, radius, 0, -Math.PI / 2, true);
  pen.lineTo(inset, inset + radius);
  pen.arc(inset, inset, radius, Math.PI / 2, 0, true);
  pen.closePath();
}

function drawFrame(pen: Pen, palette: Palette, page: Page, { line, band, medallion, notch }: Frame) {
  const { width, height } = page;
  pen.strokeStyle = palette.primary;
  pen.lineWidth = 5;
  pen.strokeRect(line, line, width - 2 * line, height - 2 * line);
  const middle = (band.outer + band.inner) / 2;
  const [right, bottom] = [width - middle, height - middle];
  const start = middle + medallion - 2;
  pen.fillStyle = palette.wash;
  pen.fillRect(band.outer, band.outer, width - 2 * band.outer, height - 2 * band.outer);
  pen.fillStyle = palette.paper;
  pen.fillRect(band.inner, band.inner, width - 2 * band.inner, height - 2 * band.inner);
  pen.strokeStyle = palette.primary;
  pen.lineWidth = 1;
  const amplitude = (band.inner - band.outer) / 2 - 6;
  for (const y of [middle, bottom])
    weave(pen, { x: start, y }, { x: width - start, y }, { waves: 34, amplitude, strands: 4 });
  for (const x of [middle, right])
    weave(pen, { x, y: start }, { x, y: height - start }, { waves: 22, amplitude, strands: 4 });
  pen.strokeStyle = palette.ornament;
  pen.lineWidth = 1.6;
  for (const inset of [band.outer, band.inner])
    pen.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset);
  for (const x of [middle, right])
    for (const y of [middle, bottom]) drawMedallion(pen, { x, y, radius: medallion }, palette);
  notched(pen, page, INNER, notch);
  pen.lineWidth = 2;
  pen.strokeStyle = palette.ornament;
  pen.stroke();
}

function drawMedallion(pen: Pen, { x, y, radius }: Circle, palette: Palette) {
  pen.fillStyle = palette.paper;
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fill();
  pen.strokeStyle = palette.ornament;
  ring(pen, x, y, radius, 2);
  pen.fillStyle = palette.primary;
  pen.beginPath();
  pen.arc(x, y, radius * (58 / 66), 0, Math.PI * 2);
  pen.fill();
  pen.strokeStyle = palette.accentOnPrimary;
  pen.lineWidth = 0.9;
  rosette(pen, { x, y, radius: radius * (52 / 66) }, [
    { inner: 0.5, outer: 1, petals: 12, copies: 4 },
    { inner: 0.2, outer: 0.58, petals: 8, copies: 3 },
  ]);
  pen.fillStyle = palette.accentOnPrimary;
  lozenge(pen, x, y, radius / 11);
}

function drawWatermark(pen: Pen, palette: Palette, { width }: Page) {
  pen.strokeStyle = palette.shade;
  pen.lineWidth = 1.4;
  rosette(pen, { x: width / 2, y: 610, radius: 400 }, [
    { inner: 0.8, outer: 1, petals: 60, copies: 3 },
    { inner: 0.5, outer: 0.82, petals: 36, copies: 4 },
    { inner: 0.2, outer: 0.54, petals: 18, copies: 4 },
  ]);
}

function drawBackdrop(pen: Pen, palette: Palette, page: Page, margin: boolean) {
  drawFrame(pen, palette, page, margin ? FRAME_IN_MARGIN : FRAME);
  drawWatermark(pen, palette, page);
}

/** A share certificate of the old kind: engraved border, medallions in the corners, a rosette in the paper. */
export const heritage: Layout = {
  drawBackdrop,
  gives: { x: [126_000, 171_000], y: [80_000, 127_000] },
  signatoriesInRow: 4,
  dependentBoxes: ({ logo, photo, signatories }, up = raised(signatories, 13_500)) => [
    heading(
      {
        left: photo ? 70_104 : 42_333,
        top: logo ? 41_656 : 26_416,
        width: photo ? 156_802 : 212_344,
        bottom: 74_168,
        loosen: 1.6,
      },
      {
        issuer: { width: 169_333, maxHeight: 9483, size: 4741, spacing: 0.16, capitals: true },
        title: { gap: 4064, maxHeight: 18_965, size: 14_901, spacing: 0.14, capitals: true },
        subtitle: { gap: 3387, width: 152_400, maxHeight: 6773, size: 4741, spacing: 0.34, capitals: true },
      },
    ),
    {
      kind: 'signatories',
      area: { left: 40_640, top: 133_773 - up, width: 215_731, height: 23_707 + up },
      columnWidth: 57_573,
      gap: 15_240,
      imageHeight: 10_160,
    },
    body(
      { left: 40_640, top: 78_232, width: 215_731, bottom: signatories ? 129_032 - up : 154_432 },
      {
        prose: { size: 5419, maxHeight: 10_160 },
        name: { gap: 3725, size: 15_579, maxHeight: 22_352 },
        divider: { ornament: 'flourish', gap: 4064, width: 108_373, height: 2032 },
        beforeCourse: { gap: 4064 },
        course: { gap: 3048, size: 8467, width: 199_813, maxHeight: 16_256 },
        statement: { gap: 3725, size: 4403, width: 176_107, maxHeight: 11_176 },
      },
    ),
  ],
  boxes: [
    { kind: 'photo', left: 232_664, top: 34_036, width: 27_940, margin: 1524, outline: 'ornament' },
    { kind: 'logo', area: { left: 111_252, top: 24_045, width: 74_507, height: 15_579 } },
    { kind: 'seal', seal: 'ribbon', x: 148_505, y: 171_027, radius: 12_192 },
    { kind: 'brand', area: { left: 179_155, top: 179_832, width: 82_973 }, align: 'right' },
    { kind: 'qr', left: 34_883, top: 159_851, size: 25_400 },
    { kind: 'facts', facts: { id: 60_960 }, area: { left: 64_347, top: 162_899, width: 60_960 } },
    {
      kind: 'text',
      shows: 'scanTheCode',
      area: { left: 64_347, top: 172_720, width: 39_963, height: 9483 },
      style: { role: 'prose', size: 3387, colour: 'muted', maxLines: 2, align: 'left' },
    },
    {
      kind: 'facts',
      facts: { issued: 30_480, expires: 30_480 },
      gap: 6773,
      area: { left: 179_155, top: 165_269, width: 82_973 },
      align: 'right',
    },
  ],
};
