import { type CertificateDrawing, printedCheck } from './drawing.ts';
import type { Area } from './fit-text.ts';
import { type Layout, PAGE_HEIGHT, PAGE_WIDTH } from './layout.ts';
import { drawInBox, drawLine } from './lettering.server.ts';
import type { Pen } from './pen.ts';
import { printedDate } from './printed-date.ts';
import { drawQrCode } from './qr-code.ts';
import { drawRevocation } from './revocation.server.ts';
import { groupedId } from './text.ts';

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
