import type { Palette } from '#app/drawing/contrast.ts';
import type { Page, Pen } from '#app/drawing/drawing.ts';
import { ring } from '#app/drawing/ornament.ts';
import { body, heading, type Layout, raised } from './layout.ts';

const PANEL = 440;

function drawBackdrop(pen: Pen, palette: Palette, { height }: Page) {
  pen.fillStyle = palette.primary;
  pen.fillRect(0, 0, PANEL, height);
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, PANEL, height);
  pen.clip();
  pen.strokeStyle = palette.patternOnPrimary;
  for (let radius = 64; radius < 350; radius += 40) ring(pen, PANEL, 420, radius, 15);
  pen.restore();
  pen.fillStyle = palette.ornament;
  pen.fillRect(PANEL, 0, 12, height);
}

/** A panel of colour with the facts on the left, large type on the right. */
export const modern: Layout = {
  drawBackdrop,
  gives: { x: [95_000, 200_000], y: [65_000, 118_000] },
  signatoriesInRow: 4,
  dependentBoxes: ({ logo, seal, signatories, expiry, margin }, up = raised(signatories, 12_000)) => [
    heading(
      {
        left: 93_133,
        top: 16_256,
        width: seal ? 146_304 : 185_251,
        bottom: 56_896,
        align: 'left',
        anchor: 0,
      },
      {
        issuer: { maxHeight: 9821, size: 4403, spacing: 0.08 },
        title: { gap: 5757, maxHeight: 19_643, size: 16_933, spacing: -0.02 },
        subtitle: { gap: 3725, maxHeight: 7451, role: 'prose', size: 6096, colour: 'muted' },
      },
    ),
    {
      kind: 'signatories',
      area: { left: 93_133, top: 152_400 - up, width: 185_251, height: 31_157 + up },
      align: 'left',
      columnWidth: 55_880,
      gap: 8467,
      imageHeight: 14_224,
    },
    body(
      {
        left: 93_133,
        top: 62_653,
        width: 185_251,
        bottom: signatories ? 148_336 - up : 182_203,
        align: 'left',
        anchor: 0.45,
      },
      {
        prose: { size: 5080, maxHeight: 11_176 },
        name: { gap: 3725, size: 15_579, maxHeight: 32_173 },
        beforeCourse: { gap: 6773 },
        course: { gap: 3048, size: 8128, maxHeight: 22_013 },
        statement: { gap: 5080, size: 4403, width: 159_173, maxHeight: 15_579 },
      },
    ),
    { kind: 'photo', left: 13_547, top: logo ? 58_420 : 19_642, width: 30_480, margin: 1693, radius: 1693 },
    {
      kind: 'facts',
      facts: { issued: 50_800, expires: 50_800 },
      step: 12_869,
      area: { left: 11_853, top: expiry ? 121_243 : 134_112, width: 50_800 },
      labelColour: 'accentOnPrimary',
      valueColour: 'onPrimary',
    },
    {
      kind: 'text',
      shows: 'scan',
      area: margin
        ? { left: 11_853, top: 198_290, width: 50_800, height: 3640 }
        : { left: 11_853, top: 198_459, width: 50_800, height: 4064 },
      style: { role: 'prose', size: 3387, colour: 'quietOnPrimary', align: 'left' },
    },
  ],
  boxes: [
    {
      kind: 'logo',
      area: { left: 16_256, top: 17_949, width: 41_995, height: 22_352 },
      align: 'left',
      plate: { padding: { x: 4403, y: 3725 }, radius: 1693 },
    },
    { kind: 'seal', seal: 'laurel', x: 263_144, y: 32_173, radius: 15_240 },
    { kind: 'brand', area: { left: 93_133, top: 189_653, width: 185_251 }, align: 'left' },
    { kind: 'qr', left: 11_853, top: 152_400, size: 33_867 },
    {
      kind: 'facts',
      facts: { id: 50_800 },
      area: { left: 11_853, top: 189_653, width: 50_800 },
      labelColour: 'accentOnPrimary',
      valueColour: 'onPrimary',
    },
  ],
};
