import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { move } from 'piscina';
import type { CertificateDrawing } from './drawing.ts';
import { certificatePdf } from './pdf.server.ts';
import { certificatePng } from './png.server.ts';

/** Runs in a worker thread: drawing and encoding are synchronous and would hold up every request otherwise. */
export default async function render({
  drawing,
  format,
}: {
  drawing: CertificateDrawing;
  format: 'png' | 'pdf';
}) {
  // Frees what the certificate before left behind.
  await eventLoopTurn();
  // In memory of its own, which is handed over to the other thread instead of copied.
  return move(format === 'png' ? certificatePng(drawing) : new Uint8Array(certificatePdf(drawing)));
}
