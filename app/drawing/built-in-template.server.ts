import type { Face } from './fonts.server.ts';
import { type Layout, PAGE_HEIGHT, PAGE_WIDTH } from './layout.ts';
import { drawLine } from './lettering.server.ts';
import { flourish, lozenge, mark, rosette, weave } from './ornament.ts';
import type { Pen } from './pen.ts';
import { drawSeal } from './seal.ts';

function drawFrame(pen: Pen, { frame, colours }: Layout) {
  const outline = (inset: number, lineWidth: number, colour: string) => {
    pen.strokeStyle = colour;
    pen.lineWidth = lineWidth;
    pen.strokeRect(inset, inset, PAGE_WIDTH - 2 * inset, PAGE_HEIGHT - 2 * inset);
  };
  const { band, bandWidth } = frame;
  const middle = band + bandWidth / 2;
  outline(frame.outerLine, 3, colours.gold);
  outline(middle, bandWidth, colours.navy);

  const start = band + frame.corner;
  const [right, bottom] = [PAGE_WIDTH - middle, PAGE_HEIGHT - middle];
  pen.strokeStyle = colours.goldOnNavy;
  pen.lineWidth = 1.1;
  const amplitude = bandWidth / 2 - 9;
  for (const y of [middle, bottom]) {
    weave(pen, { x: start, y }, { x: PAGE_WIDTH - start, y }, { waves: 28, amplitude, strands: 3 });
  }
  for (const x of [middle, right]) {
    weave(pen, { x, y: start }, { x, y: PAGE_HEIGHT - start }, { waves: 19, amplitude, strands: 3 });
  }
  outline(band + 4, 1.2, colours.goldOnNavy);
  outline(band + bandWidth - 4, 1.2, colours.goldOnNavy);
  outline(frame.innerLine, 2.5, colours.gold);
  outline(frame.hairline, 1, colours.gold);
  for (const x of [middle, right])
    for (const y of [middle, bottom]) drawCorner(pen, x, y, frame.corner, colours);
}

function drawCorner(pen: Pen, x: number, y: number, size: number, colours: Layout['colours']) {
  const half = size / 2 + 8;
  pen.fillStyle = colours.navy;
  pen.fillRect(x - half, y - half, half * 2, half * 2);
  pen.strokeStyle = colours.goldOnNavy;
  pen.lineWidth = 1.6;
  pen.strokeRect(x - half + 4, y - half + 4, half * 2 - 8, half * 2 - 8);
  pen.lineWidth = 0.9;
  rosette(pen, { x, y, radius: half - 9 }, [
    { inner: 0.42, outer: 1, petals: 8, copies: 4 },
    { inner: 0.16, outer: 0.5, petals: 8, copies: 2 },
  ]);
  pen.fillStyle = colours.goldLight;
  lozenge(pen, x, y, 5);
}

function drawHeading(pen: Pen, layout: Layout) {
  const { colours, brand, title, subtitle, certifies, completed, divider, tagline } = layout;
  mark(pen, layout.mark, { seal: colours.navy, check: colours.gold });
  const line = (
    text: string,
    at: { x: number; baseline: number; size: number; spacing: number },
    face: Face,
    colour: string,
  ) => drawLine(pen, text, at.x, at.baseline, { face, size: at.size, spacing: at.spacing, colour });
  line('CERTRACE', brand, 'Cinzel-Medium', colours.navy);
  line('CERTIFICATE', title, 'Cinzel-Medium', colours.navy);
  line('OF COMPLETION', subtitle, 'Cinzel-Medium', colours.gold);
  line('This is to certify that', certifies, 'EBGaramond-Italic', colours.muted);
  line('has successfully completed the course', completed, 'EBGaramond-Italic', colours.muted);
  pen.fillStyle = colours.gold;
  flourish(pen, divider.x, divider.y, divider.halfWidth);
  for (const side of [-1, 1]) {
    pen.fillRect(subtitle.x + side * 330 - 110, subtitle.baseline - 11, 220, 1.5);
    lozenge(pen, subtitle.x + side * 212, subtitle.baseline - 10.3, 4);
  }
  line('Blockchain Traceability & Transparency', tagline, 'EBGaramond-Italic', colours.muted);
}

/**
 * Draws the parts that all certificates of a built-in layout share.
 * @param hasCheck whether the details print where a file is checked
 */
export function drawTemplate(pen: Pen, layout: Layout, hasCheck: boolean) {
  const { colours, signature, id } = layout;
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, PAGE_WIDTH, PAGE_HEIGHT);
  pen.strokeStyle = colours.watermark;
  pen.lineWidth = 1.4;
  rosette(pen, layout.watermark, [
    { inner: 0.83, outer: 1, petals: 48, copies: 4 },
    { inner: 0.62, outer: 0.85, petals: 36, copies: 4 },
    { inner: 0.38, outer: 0.65, petals: 24, copies: 4 },
    { inner: 0.12, outer: 0.42, petals: 12, copies: 4 },
  ]);
  drawFrame(pen, layout);
  drawHeading(pen, layout);
  drawSeal(pen, layout.seal, {
    ribbon: colours.navy,
    edge: colours.gold,
    rim: colours.goldLight,
    disc: colours.navy,
    engraving: colours.goldOnNavy,
    mark: colours.paper,
    check: colours.goldLight,
  });
  pen.fillStyle = colours.navy;
  pen.fillRect(signature.line.left, signature.line.y, signature.line.right - signature.line.left, 1.5);
  const label = {
    face: 'EBGaramond-SemiBold',
    size: id.label.size,
    colour: colours.gold,
    spacing: id.label.spacing,
  } as const;
  drawLine(pen, 'ISSUED BY', signature.label.x, signature.label.baseline, label);
  drawLine(pen, 'CERTIFICATE ID', id.left, id.label.baseline, { ...label, align: 'left' });
  const note = {
    face: 'EBGaramond-Italic',
    size: id.note.size,
    colour: colours.muted,
    align: 'left',
  } as const;
  if (hasCheck)
    return drawLine(pen, 'Scan the code, or check the file for free at', id.left, id.note.baseline, note);
  drawLine(pen, 'Scan the code to verify', id.left, id.note.baseline, note);
  drawLine(pen, 'this certificate online.', id.left, id.note.baseline + id.note.lineHeight, note);
}
