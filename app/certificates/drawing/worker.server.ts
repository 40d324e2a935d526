import { move } from 'piscina';
import type { CertificateDrawing } from './drawing.ts';
import { certificatePdf } from './pdf.server.ts';
import { certificatePng } from './png.server.ts';

/** Runs in a worker thread: drawing and encoding are synchronous and would hold up every request otherwise. */
export default function render({ drawing, format }: { drawing: CertificateDrawing; format: 'png' | 'pdf' }) {
  const bytes = format === 'png' ? certificatePng(drawing) : certificatePdf(drawing);
  // A copy in memory of its own, which can be handed over to the other thread instead of copied again.
  return move(new Uint8Array(bytes));
}
