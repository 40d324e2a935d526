import type { Palette } from '#app/drawing/contrast.ts';
import type { Page, Pen } from '#app/drawing/drawing.ts';
import { body, heading, type Layout, raised } from './layout.ts';

const MARGIN = 120;
/** A narrow column on the right for dates, ID and QR code. */
const SIDE_WIDTH = 402;
const TOP_RULE = 196;
const BELOW_RULE = 144;

function drawBackdrop(pen: Pen, palette: Palette, { width, height }: Page) {
  const bottomRule = height - BELOW_RULE;
  pen.fillStyle = palette.hairline;
  for (const y of [TOP_RULE, bottomRule]) pen.fillRect(MARGIN, y, width - 2 * MARGIN, 1.5);
  pen.fillRect(width - SIDE_WIDTH - 56, TOP_RULE, 1.5, bottomRule - TOP_RULE);
  pen.fillStyle = palette.ornament;
  pen.fillRect(MARGIN, TOP_RULE - 4, 132, 7);
  pen.fillRect(0, height - 18, width, 18);
}

/** Type and thin rules on a grid, nothing else. */
export const minimal: Layout = {
  drawBackdrop,
  gives: { x: [25_000, 205_000], y: [66_000, 92_000] },
  signatoriesInRow: 4,
  dependentBoxes: ({ photo, signatories }, up = raised(signatories, 12_000)) => [
    photo
      ? { kind: 'seal', seal: 'stamped', x: 265_684, y: 20_997, radius: 10_160 }
      : { kind: 'seal', seal: 'stamped', x: 242_824, y: 107_019, radius: 13_208 },
    {
      kind: 'facts',
      facts: { issued: 47_752, expires: 47_752, id: 47_752 },
      step: photo ? 13_547 : 14_901,
      area: { left: 228_939, top: photo ? 91_440 : 41_656, width: 47_752 },
      valueSize: 4233,
    },
    {
      kind: 'signatories',
      area: { left: 20_320, top: 150_368 - up, width: 191_347, height: 29_803 + up },
      align: 'left',
      columnWidth: 57_573,
      gap: 8805,
      imageHeight: 13_547,
      lineColour: 'ink',
    },
    body(
      {
        left: 20_320,
        top: 64_685,
        width: 191_347,
        bottom: signatories ? 145_965 - up : 177_800,
        align: 'left',
        anchor: 0.5,
      },
      {
        prose: { size: 4741, maxHeight: 10_499 },
        name: { gap: 4403, size: 20_997, maxHeight: 36_576 },
        beforeCourse: { gap: 7451 },
        course: { gap: 3387, size: 7789, maxHeight: 22_013 },
        statement: { gap: 5080, size: 4233, width: 162_560, maxHeight: 14_224 },
      },
    ),
  ],
  boxes: [
    { kind: 'photo', left: 229_955, top: 42_672, width: 30_141, margin: 1016, outline: 'hairline' },
    {
      kind: 'logo',
      area: { left: 20_320, top: 13_208, width: 64_347, height: 15_579 },
      align: 'left',
      issuer: {
        gap: 6096,
        width: 193_379,
        style: { role: 'label', size: 4741, colour: 'ink', maxLines: 2, align: 'left' },
      },
    },
    heading(
      { left: 20_320, top: 40_640, width: 191_347, bottom: 62_992, align: 'left', anchor: 0 },
      {
        title: { maxHeight: 12_869, size: 10_160, colour: 'label' },
        subtitle: { gap: 2709, maxHeight: 6096, role: 'prose', size: 5080, colour: 'muted' },
      },
    ),
    { kind: 'brand', area: { left: 20_320, top: 191_347, width: 118_533 }, align: 'left' },
    { kind: 'qr', left: 228_939, top: 145_965, size: 32_173 },
    {
      kind: 'text',
      shows: 'scan',
      area: { left: 228_939, top: 139_869, width: 47_752, height: 4064 },
      style: { role: 'prose', size: 3387, colour: 'muted', align: 'left' },
    },
  ],
};
