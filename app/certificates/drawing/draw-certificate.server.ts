import QRCode from 'qrcode';
import { formatCalendarDate } from '../../shared/dates.ts';
import type { CertificateDrawing } from './drawing.ts';
import { type Area, fitText } from './fit-text.ts';
import { type Face, withFonts } from './fonts.server.ts';
import { type Layout, layoutOf, PAGE_HEIGHT, PAGE_WIDTH, type TextBox } from './layout.ts';
import { advanceIn, measureWith } from './measure-text.server.ts';
import { flourish, lozenge, mark, type Pen, ring, rosette, toothedDisc, weave } from './ornament.ts';
import { directionOf, drawableText, groupedId } from './text.ts';

const QR_QUIET_ZONE = 2;
const QR_FRAME = 6;

/** Chooses fonts and direction for a text; callers then set only the size of `pen.font`. */
function typeset(raw: string, face: Face) {
  const { text, families, oneFont } = withFonts(drawableText(raw), face);
  return { text, oneFont, direction: directionOf(text), fontAt: (size: number) => `${size}px ${families}` };
}

/** A text fitted into its box: font, direction, size and lines. */
export function placeText(raw: string, box: TextBox, face: Face) {
  const { text, oneFont, direction, fontAt } = typeset(raw, face);
  const { size, lines, ink } = fitText(text, box, measureWith(fontAt, oneFont));
  return { font: fontAt(size), direction, size, lines, ink };
}

function drawInBox(pen: Pen, raw: string, box: TextBox, face: Face, colour: string) {
  const { font, direction, lines, ink } = placeText(raw, box, face);
  pen.fillStyle = colour;
  pen.font = font;
  pen.direction = direction;
  pen.textAlign = 'center';
  for (const line of lines) pen.fillText(line.text, line.x, line.baseline);
  pen.direction = 'ltr';
  return ink;
}

type LineStyle = { face: Face; size: number; colour: string; spacing?: number; align?: 'left' | 'center' };

/** Draws one line and returns the area that it may cover. */
function drawLine(pen: Pen, text: string, x: number, baseline: number, style: LineStyle): Area {
  const { size, spacing = 0, align = 'center' } = style;
  const font = typeset(text, style.face).fontAt(size);
  const width = advanceIn(font, text) + spacing * text.length;
  pen.fillStyle = style.colour;
  pen.font = font;
  pen.letterSpacing = `${spacing}px`;
  pen.textAlign = align;
  // Letter spacing after the last letter must not shift the centre.
  pen.fillText(text, align === 'left' ? x : x + spacing / 2, baseline);
  pen.letterSpacing = '0px';
  const left = align === 'left' ? x : x - width / 2;
  return { left: left - size / 2, top: baseline - size, width: width + size, height: size * 1.5 };
}

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

function drawSeal(pen: Pen, { seal, colours }: Layout) {
  const { x, y, radius } = seal;
  // Two ribbons hang from behind the seal.
  pen.fillStyle = colours.navy;
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(x + side * radius * 0.08, y + radius * 0.5);
    pen.lineTo(x + side * radius * 0.26, y + radius * 1.34);
    pen.lineTo(x + side * radius * 0.46, y + radius * 1.18);
    pen.lineTo(x + side * radius * 0.7, y + radius * 1.25);
    pen.lineTo(x + side * radius * 0.62, y + radius * 0.4);
    pen.closePath();
    pen.fill();
  }
  pen.fillStyle = colours.gold;
  toothedDisc(pen, seal, 44);
  pen.strokeStyle = colours.goldLight;
  ring(pen, x, y, radius * 0.88, 1.6);
  pen.fillStyle = colours.navy;
  pen.beginPath();
  pen.arc(x, y, radius * 0.82, 0, Math.PI * 2);
  pen.fill();
  pen.strokeStyle = colours.goldOnNavy;
  pen.lineWidth = 0.9;
  rosette(pen, seal, [{ inner: 0.56, outer: 0.79, petals: 24, copies: 4 }]);
  ring(pen, x, y, radius * 0.53, 1.4);
  mark(pen, { x, y, radius: radius * 0.32 }, { seal: colours.paper, check: colours.goldLight });
}

/** The parts that all certificates of a layout share. */
export function drawTemplate(pen: Pen, layout: Layout) {
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
  drawSeal(pen, layout);
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
  drawLine(pen, 'Scan the code to verify', id.left, id.note.baseline, note);
  drawLine(pen, 'this certificate online.', id.left, id.note.baseline + id.note.lineHeight, note);
}

function drawQrCode(pen: Pen, url: string, { qr, colours }: Layout): Area {
  const { modules } = QRCode.create(url.toWellFormed(), { errorCorrectionLevel: 'M' });
  const module = qr.size / (modules.size + 2 * QR_QUIET_ZONE);
  pen.fillStyle = '#ffffff';
  pen.fillRect(qr.left, qr.top, qr.size, qr.size);
  pen.strokeStyle = colours.gold;
  pen.lineWidth = 1.5;
  pen.strokeRect(qr.left - QR_FRAME, qr.top - QR_FRAME, qr.size + 2 * QR_FRAME, qr.size + 2 * QR_FRAME);
  pen.fillStyle = colours.navy;
  pen.beginPath();
  for (let row = 0; row < modules.size; row++) {
    // One rectangle per run of dark modules avoids hairlines and makes the PDF smaller.
    for (let column = 0; column < modules.size; column++) {
      const start = column;
      while (column < modules.size && modules.get(row, column)) column++;
      if (column === start) continue;
      pen.rect(
        qr.left + (start + QR_QUIET_ZONE) * module,
        qr.top + (row + QR_QUIET_ZONE) * module,
        (column - start) * module,
        module,
      );
    }
  }
  pen.fill();
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
    drawLine(pen, formatCalendarDate(date), x, dates.value, {
      ...style,
      size: dates.valueSize,
      colour: colours.ink,
    }),
  ]);
}

function drawRevocation(pen: Pen, revokedAt: string, { revoked, colours }: Layout) {
  pen.save();
  pen.translate(revoked.x, revoked.y);
  pen.rotate(revoked.angle);
  pen.globalAlpha = 0.78;
  pen.strokeStyle = colours.revoked;
  pen.lineWidth = 9;
  pen.strokeRect(-revoked.width / 2, -revoked.height / 2, revoked.width, revoked.height);
  drawLine(pen, 'REVOKED', 0, 36, {
    face: 'Cinzel-Medium',
    size: revoked.size,
    colour: colours.revoked,
    spacing: revoked.spacing,
  });
  drawLine(pen, `on ${formatCalendarDate(revokedAt)}`, 0, 90, {
    face: 'EBGaramond-SemiBold',
    size: 42,
    colour: colours.revoked,
  });
  pen.restore();
}

/** Draws the certificate's details over the template and returns the areas that they cover. */
export function drawDetails(pen: Pen, drawing: CertificateDrawing, layout: Layout): Area[] {
  const { colours, id } = layout;
  const areas = [
    drawInBox(pen, drawing.studentName, layout.name, 'EBGaramond-Regular', colours.navy),
    drawInBox(pen, drawing.courseName, layout.course, 'EBGaramond-SemiBold', colours.ink),
    drawInBox(pen, drawing.issuerName, layout.signature.name, 'EBGaramond-Italic', colours.navy),
    drawQrCode(pen, drawing.verifyUrl, layout),
    drawLine(pen, groupedId(drawing.uniqueId), id.left, id.value.baseline, {
      face: 'EBGaramond-SemiBold',
      size: id.value.size,
      colour: colours.ink,
      align: 'left',
    }),
    ...drawDates(pen, drawing, layout),
  ];
  if (!drawing.revokedAt) return areas;
  drawRevocation(pen, drawing.revokedAt, layout);
  return [{ left: 0, top: 0, width: PAGE_WIDTH, height: PAGE_HEIGHT }];
}

/** Draws a whole certificate in the layout's units. */
export function drawCertificate(pen: Pen, drawing: CertificateDrawing) {
  const layout = layoutOf(drawing.layoutVersion);
  drawTemplate(pen, layout);
  drawDetails(pen, drawing, layout);
}
