import QRCode from 'qrcode';

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
