import QRCode from 'qrcode';
import { AppError, type ErrorCode } from '#app/shared/errors.server.ts';

/* Pictures that are drawn for one request alone. */

export const sendPicture = (png: Uint8Array): Response =>
  new Response(Buffer.from(png), { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' } });

/** The picture within a page, which saves a second request. */
export const pictureUrl = (bytes: Uint8Array, type: 'image/png' | 'image/jpeg' = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** The QR code of a URL as a picture in a data URL. */
export function qrCodeOf(url: string): string {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' });
  const rows = Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) =>
      modules.get(row, column) ? `M${column},${row}h1v1h-1z` : '',
    ).join(''),
  );
  const side = modules.size + 8;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M-4-4h${side}v${side}h-${side}z"/><path d="${rows.join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const OF_CONTENT: ErrorCode[] = ['invalid', 'unprocessable'];

/**
 * What a page shows of a draft, or why it cannot be drawn. Null without a draft.
 * @throws errors of `read`, except invalid, unprocessable and not-found
 */
export function shownDraft<Shown>(read: () => Shown | null): Shown | { problem: string } | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not-found') return null;
    if (OF_CONTENT.includes(error.code)) return { problem: error.message };
    throw error;
  }
}
