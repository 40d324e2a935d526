import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { carryInPdf, carryInPng } from '@certrace/verify';
import { move } from 'piscina';
import { decodeImages } from '#app/drawing/designs/decode.server.ts';
import { lowerPriority } from '#app/shared/lower-priority.server.ts';
import { certificatePdf } from './pdf.server.ts';
import { certificatePng, previewPng } from './png.server.ts';
import type { RenderTask } from './render.server.ts';

lowerPriority();

/** Runs in a worker thread: drawing, encoding and signing are synchronous and would block the event loop. */
export default async function render(task: RenderTask) {
  // Yields to the event loop, which frees the memory of the previous certificate.
  await eventLoopTurn();
  const { drawing, format } = task;
  const pictures = await decodeImages(task.images);
  if (format === 'preview') return move(previewPng(drawing, pictures, task.width));
  const drawn =
    format === 'png' ? certificatePng(drawing, pictures) : new Uint8Array(certificatePdf(drawing, pictures));
  // `move` transfers a result to the main thread without copying it. It requires a buffer that nothing else uses.
  if (!task.embed) return move(drawn);
  const { carried, signer, time, documentSigner } = task.embed;
  return move(
    new Uint8Array(
      format === 'png'
        ? carryInPng(drawn, carried, signer, time)
        : carryInPdf(drawn, carried, signer, time, documentSigner),
    ),
  );
}
