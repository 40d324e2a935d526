import { type CertificateDrawing, printedCheck } from './drawing.ts';
import type { Area } from './fit-text.ts';
import type { Face } from './fonts.server.ts';
import { type Layout, PAGE_HEIGHT, PAGE_WIDTH } from './layout.ts';
import { drawInBox, drawLine } from './lettering.server.ts';
import { drawSeal, flourish, lozenge, mark, rosette, weave } from './ornament.ts';
import type { Pen } from './page.ts';
import { printedDate } from './printed-date.ts';
import { drawQrCode } from './qr-code.ts';
import { drawRevocation } from './revocation.server.ts';
import { groupedId } from './text.ts';

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

const QR_QUIET_ZONE = 2;
const QR_FRAME = 6;

function drawFramedQrCode(pen: Pen, url: string, { qr, colours }: Layout): Area {
  drawQrCode(pen, url, qr, { dark: colours.navy, quietZone: QR_QUIET_ZONE });
  pen.strokeStyle = colours.gold;
  pen.lineWidth = 1.5;
  pen.strokeRect(qr.left - QR_FRAME, qr.top - QR_FRAME, qr.size + 2 * QR_FRAME, qr.size + 2 * QR_FRAME);
  const inset = QR_FRAME + 2;
  return {
    left: qr.left - inset,
    top: qr.top - inset,
    width: qr.size + 2 * inset,
    height: qr.size + 2 * inset,
  };
}

function drawDates(pen: Pen, drawing: CertificateDrawing, { dates, colours }: Layout): Area[] {
  const columns: [string, string, number][] = drawing.expiryDate
    ? [
        ['ISSUED ON', drawing.issueDate, dates.left],
        ['VALID UNTIL', drawing.expiryDate, dates.right],
      ]
    : [['ISSUED ON', drawing.issueDate, dates.alone]];
  const style = { face: 'EBGaramond-SemiBold' } as const;
  return columns.flatMap(([label, date, x]) => [
    drawLine(pen, label, x, dates.label, {
      ...style,
      size: dates.labelSize,
      colour: colours.gold,
      spacing: 3,
    }),
    drawLine(pen, printedDate('en', date), x, dates.value, {
      ...style,
      size: dates.valueSize,
      colour: colours.ink,
    }),
  ]);
}

/** The address of the free check, smaller if it is long. */
function drawCheck(pen: Pen, drawing: CertificateDrawing, { id, colours }: Layout): Area[] {
  const address = printedCheck(drawing);
  if (address === null) return [];
  const { baseline, lineHeight, size, width } = id.note;
  const style = { face: 'EBGaramond-SemiBold', colour: colours.ink, align: 'left' } as const;
  const shown = Math.min(size, (width / (address.length * 0.56 * size)) * size);
  return [drawLine(pen, address, id.left, baseline + lineHeight, { ...style, size: shown })];
}

/** Draws the certificate's details over the template and returns the areas that they cover. */
export function drawDetails(pen: Pen, drawing: CertificateDrawing, layout: Layout): Area[] {
  const { colours, id } = layout;
  const areas = [
    drawInBox(pen, drawing.studentName, layout.name, 'EBGaramond-Regular', colours.navy),
    drawInBox(pen, drawing.courseName, layout.course, 'EBGaramond-SemiBold', colours.ink),
    drawInBox(pen, drawing.issuerName, layout.signature.name, 'EBGaramond-Italic', colours.navy),
    drawFramedQrCode(pen, drawing.verifyUrl, layout),
    drawLine(pen, groupedId(drawing.uniqueId), id.left, id.value.baseline, {
      face: 'EBGaramond-SemiBold',
      size: id.value.size,
      colour: colours.ink,
      align: 'left',
    }),
    ...drawDates(pen, drawing, layout),
    ...drawCheck(pen, drawing, layout),
  ];
  if (!drawing.revokedAt) return areas;
  drawRevocation(pen, drawing.revokedAt, layout.revoked, colours.revoked);
  return [{ left: 0, top: 0, width: PAGE_WIDTH, height: PAGE_HEIGHT }];
}
