import QRCode from 'qrcode';
import type { Pen } from './drawing.ts';

type Square = { left: number; top: number; size: number };

/** Draws a URL's QR code with dark modules on white. The quiet zone, in modules, is inside the square. */
export function drawQrCode(
  pen: Pen,
  url: string,
  { left, top, size }: Square,
  { dark, quietZone }: { dark: string; quietZone: number },
) {
  const { modules } = QRCode.create(url.toWellFormed(), { errorCorrectionLevel: 'M' });
  const module = size / (modules.size + 2 * quietZone);
  pen.fillStyle = '#ffffff';
  pen.fillRect(left, top, size, size);
  pen.fillStyle = dark;
  pen.beginPath();
  for (let row = 0; row < modules.size; row++) {
    // One rectangle per run of dark modules avoids hairlines and makes the PDF smaller.
    for (let column = 0; column < modules.size; column++) {
      const start = column;
      while (column < modules.size && modules.get(row, column)) column++;
      if (column === start) continue;
      pen.rect(
        left + (start + quietZone) * module,
        top + (row + quietZone) * module,
        (column - start) * module,
        module,
      );
    }
  }
  pen.fill();
}
