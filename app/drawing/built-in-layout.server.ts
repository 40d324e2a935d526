import { t } from '#messages';
import type { Part } from './designs/parts.server.ts';
import { type CertificateDrawing, type Pen, printedCheck } from './drawing.ts';
import type { TextBox } from './fit-text.ts';
import type { Face } from './fonts.server.ts';
import { type Layout, PAGE_HEIGHT, PAGE_WIDTH } from './layout.ts';
import { drawPlaced, placeLine, placeText } from './lettering.server.ts';
import { drawSeal, flourish, lozenge, mark, rosette, weave } from './ornament.ts';
import { printedDate } from './printed-date.ts';
import { drawQrCode } from './qr-code.ts';
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

type LinePart = {
  face: Face;
  size: number;
  colour: string;
  spacing?: number;
  align?: 'left' | 'center';
  capitals?: boolean;
};

/** A text on one line. */
function linePart(
  what: string,
  text: string,
  { x, baseline }: { x: number; baseline: number },
  { colour, capitals, ...style }: LinePart,
): Part {
  const placed = { ...placeLine(capitals ? text.toUpperCase() : text, x, baseline, style), written: text };
  const align = style.align ?? 'center';
  return {
    what,
    area: placed.ink,
    draw: (pen) => drawPlaced(pen, placed, colour, align),
    text: { placed, align },
  };
}

/** The texts that all certificates of a layout share. */
export function fixedTexts(layout: Layout, hasCheck: boolean): Part[] {
  const { colours, brand, title, subtitle, certifies, completed, tagline, signature, id } = layout;
  const capitals = { face: 'Cinzel-Medium', colour: colours.navy, capitals: true } as const;
  const prose = { face: 'EBGaramond-Italic', colour: colours.muted } as const;
  const label = {
    face: 'EBGaramond-SemiBold',
    size: id.label.size,
    colour: colours.gold,
    spacing: id.label.spacing,
    capitals: true,
  } as const;
  const note = { ...prose, size: id.note.size, align: 'left' } as const;
  const atNote = (line: number) => ({
    x: id.left,
    baseline: id.note.baseline + line * id.note.lineHeight,
  });
  const sized = ({ size, spacing }: { size: number; spacing: number }) => ({ size, spacing });
  return [
    linePart('brand', 'Certrace', brand, { ...capitals, ...sized(brand) }),
    linePart('title', 'Certificate', title, { ...capitals, ...sized(title) }),
    linePart('subtitle', 'of Completion', subtitle, {
      ...capitals,
      ...sized(subtitle),
      colour: colours.gold,
    }),
    linePart('beforeName', 'This is to certify that', certifies, { ...prose, ...sized(certifies) }),
    linePart('beforeCourse', 'has successfully completed the course', completed, {
      ...prose,
      ...sized(completed),
    }),
    linePart('tagline', 'Blockchain Traceability & Transparency', tagline, { ...prose, ...sized(tagline) }),
    linePart('issuer-label', 'Issued by', signature.label, label),
    linePart(
      'id-label',
      'Certificate ID',
      { x: id.left, baseline: id.label.baseline },
      { ...label, align: 'left' },
    ),
    ...(hasCheck
      ? [linePart('scan', 'Scan the code, or check the file for free at', atNote(0), note)]
      : [
          linePart('scan', 'Scan the code to verify', atNote(0), note),
          linePart('scan', 'this certificate online.', atNote(1), note),
        ]),
  ];
}

function drawHeading(pen: Pen, layout: Layout) {
  const { colours, subtitle, divider } = layout;
  mark(pen, layout.mark, { seal: colours.navy, check: colours.gold });
  pen.fillStyle = colours.gold;
  flourish(pen, divider.x, divider.y, divider.halfWidth);
  for (const side of [-1, 1]) {
    pen.fillRect(subtitle.x + side * 330 - 110, subtitle.baseline - 11, 220, 1.5);
    lozenge(pen, subtitle.x + side * 212, subtitle.baseline - 10.3, 4);
  }
}

/**
 * Draws the parts that all certificates of a built-in layout share.
 * @param hasCheck whether the details print where a file is checked
 */
export function drawTemplate(pen: Pen, layout: Layout, hasCheck: boolean) {
  const { colours, signature } = layout;
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
  for (const part of fixedTexts(layout, hasCheck)) part.draw(pen);
}

const QR_QUIET_ZONE = 2;
const QR_FRAME = 6;

function qrPart(url: string, { qr, colours }: Layout): Part {
  const inset = QR_FRAME + 2;
  return {
    what: 'qr-code',
    alt: t('drawing.qrCodeOfUrl', { url }),
    area: {
      left: qr.left - inset,
      top: qr.top - inset,
      width: qr.size + 2 * inset,
      height: qr.size + 2 * inset,
    },
    draw: (pen) => {
      drawQrCode(pen, url, qr, { dark: colours.navy, quietZone: QR_QUIET_ZONE });
      pen.strokeStyle = colours.gold;
      pen.lineWidth = 1.5;
      pen.strokeRect(qr.left - QR_FRAME, qr.top - QR_FRAME, qr.size + 2 * QR_FRAME, qr.size + 2 * QR_FRAME);
    },
  };
}

function dateParts(drawing: CertificateDrawing, { dates, colours }: Layout): Part[] {
  const columns: ['issued' | 'expires', string, string, number][] = drawing.expiryDate
    ? [
        ['issued', 'Issued on', drawing.issueDate, dates.left],
        ['expires', 'Valid until', drawing.expiryDate, dates.right],
      ]
    : [['issued', 'Issued on', drawing.issueDate, dates.alone]];
  const face = 'EBGaramond-SemiBold';
  return columns.flatMap(([what, label, date, x]) => [
    linePart(
      `${what}-label`,
      label,
      { x, baseline: dates.label },
      { face, size: dates.labelSize, colour: colours.gold, spacing: 3, capitals: true },
    ),
    linePart(
      what,
      printedDate('en', date),
      { x, baseline: dates.value },
      { face, size: dates.valueSize, colour: colours.ink },
    ),
  ]);
}

/** The address of the free check, smaller if it is long. */
function checkParts(drawing: CertificateDrawing, { id, colours }: Layout): Part[] {
  const address = printedCheck(drawing);
  if (address === null) return [];
  const { baseline, lineHeight, size, width } = id.note;
  const shown = Math.min(size, (width / (address.length * 0.56 * size)) * size);
  return [
    linePart(
      'scan',
      address,
      { x: id.left, baseline: baseline + lineHeight },
      { face: 'EBGaramond-SemiBold', size: shown, colour: colours.ink, align: 'left' },
    ),
  ];
}

function boxPart(what: string, raw: string, box: TextBox, face: Face, colour: string): Part {
  const placed = placeText(raw, box, face);
  return {
    what,
    area: placed.ink,
    draw: (pen) => drawPlaced(pen, placed, colour),
    text: { placed, align: 'center' },
  };
}

/** The certificate's details, which are drawn over the template. */
export function detailParts(drawing: CertificateDrawing, layout: Layout): Part[] {
  const { colours, id } = layout;
  return [
    boxPart('name', drawing.studentName, layout.name, 'EBGaramond-Regular', colours.navy),
    boxPart('course', drawing.courseName, layout.course, 'EBGaramond-SemiBold', colours.ink),
    boxPart('issuer', drawing.issuerName, layout.signature.name, 'EBGaramond-Italic', colours.navy),
    qrPart(drawing.verifyUrl, layout),
    linePart(
      'id',
      groupedId(drawing.uniqueId),
      { x: id.left, baseline: id.value.baseline },
      { face: 'EBGaramond-SemiBold', size: id.value.size, colour: colours.ink, align: 'left' },
    ),
    ...dateParts(drawing, layout),
    ...checkParts(drawing, layout),
  ];
}
