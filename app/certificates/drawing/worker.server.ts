import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { carryInPdf, carryInPng } from '@certrace/verify';
import { move } from 'piscina';
import { certificatePdf } from './pdf.server.ts';
import { certificatePng } from './png.server.ts';
import type { RenderTask } from './render.server.ts';

/** Runs in a worker thread: drawing, encoding and signing are synchronous and would hold up every request otherwise. */
export default async function render({ drawing, format, carry }: RenderTask) {
  // Frees what the certificate before left behind.
  await eventLoopTurn();
  const drawn = format === 'png' ? certificatePng(drawing) : new Uint8Array(certificatePdf(drawing));
  // In memory of its own, which is handed over to the other thread instead of copied.
  if (!carry) return move(drawn);
  const put = format === 'png' ? carryInPng : carryInPdf;
  return move(new Uint8Array(put(drawn, carry.carried, carry.signer, carry.time)));
}
