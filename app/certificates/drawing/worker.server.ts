import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { carryInPdf, carryInPng } from '@certrace/verify';
import { move } from 'piscina';
import { certificatePdf } from './pdf.server.ts';
import { certificatePng } from './png.server.ts';
import type { RenderTask } from './render.server.ts';

/** Runs in a worker thread, because drawing, encoding and signing are synchronous and would block the event loop. */
export default async function render({ drawing, format, carry }: RenderTask) {
  // Frees the memory of the previous certificate.
  await eventLoopTurn();
  const drawn = format === 'png' ? certificatePng(drawing) : new Uint8Array(certificatePdf(drawing));
  // In a buffer of its own, which is transferred to the other thread instead of copied.
  if (!carry) return move(drawn);
  const { carried, signer, time, documentSigner } = carry;
  return move(
    new Uint8Array(
      format === 'png'
        ? carryInPng(drawn, carried, signer, time)
        : carryInPdf(drawn, carried, signer, time, documentSigner),
    ),
  );
}
