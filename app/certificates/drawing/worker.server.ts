import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { carryInPdf, carryInPng } from '@certrace/verify';
import { move } from 'piscina';
import { lowerPriority } from '../../shared/lower-priority.server.ts';
import { decodeImages } from './designs/decode.server.ts';
import { certificatePdf } from './pdf.server.ts';
import { certificatePng, previewPng } from './png.server.ts';
import type { RenderTask } from './render.server.ts';

lowerPriority();

/** Runs in a worker thread, because drawing, encoding and signing are synchronous and would block the event loop. */
export default async function render(task: RenderTask) {
  // Frees the memory of the previous certificate.
  await eventLoopTurn();
  const { drawing, format } = task;
  const pictures = await decodeImages(task.images);
  if (format === 'preview') return move(previewPng(drawing, pictures, task.width));
  const drawn =
    format === 'png' ? certificatePng(drawing, pictures) : new Uint8Array(certificatePdf(drawing, pictures));
  // Each result has its own buffer, so that it can be transferred to the other thread instead of copied.
  if (!task.carry) return move(drawn);
  const { carried, signer, time, documentSigner } = task.carry;
  return move(
    new Uint8Array(
      format === 'png'
        ? carryInPng(drawn, carried, signer, time)
        : carryInPdf(drawn, carried, signer, time, documentSigner),
    ),
  );
}
