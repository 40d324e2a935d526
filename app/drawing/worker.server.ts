import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { carryInPdf, carryInPng, onlyShown, type Shown } from '@certrace/verify';
import { move } from 'piscina';
import { decodeImages, type Pictures } from '#app/drawing/designs/decode.server.ts';
import { ENGLISH, inLanguage } from '#app/messages/reader-language.server.ts';
import { inReadersLanguage, lowerPriority } from '#app/shared/worker-thread.server.ts';
import type { CertificateDrawing } from './drawing.ts';
import { libraryBackground } from './library/backdrop.server.ts';
import { mailJpeg, mailLogo } from './mail-picture.server.ts';
import type { OwnArtwork } from './own-artwork/artwork.ts';
import { imagesToDecode } from './own-artwork/background.server.ts';
import { checkArtwork, illegibleBoxes } from './own-artwork/check.server.ts';
import { openLayout } from './own-artwork/from-layout.server.ts';
import { certificatePdf } from './pdf.server.ts';
import { certificatePng, faceJpeg, previewPng } from './png.server.ts';
import type { BackgroundTask, OpeningTask, RenderTask } from './render.server.ts';
import { groupedId } from './text.ts';

lowerPriority();

/** Answers a question about own artwork, which needs fonts as drawing does. */
function measure(task: RenderTask & { format: 'check' | 'fit' }, pictures: Pictures) {
  const artworkIn = ({ design }: CertificateDrawing) => design?.artwork ?? { ...NO_ARTWORK };
  if (task.format === 'fit') return task.drawings.map((each) => illegibleBoxes(artworkIn(each)));
  return checkArtwork(task.drawing, artworkIn(task.drawing), task.check, pictures);
}

const NO_ARTWORK: OwnArtwork = { page: 'a4', background: null, boxes: [] };

const asJson = (answer: unknown) => new TextEncoder().encode(JSON.stringify(answer));

function draw(task: RenderTask, pictures: Pictures): Uint8Array {
  const { drawing } = task;
  if (task.format === 'preview') return previewPng(drawing, pictures, task.width);
  if (task.format === 'jpg') return faceJpeg(drawing, pictures);
  if (task.format === 'mail') return mailJpeg(drawing, pictures);
  if (task.format === 'check' || task.format === 'fit') return asJson(measure(task, pictures));
  if (task.format === 'mail-logo') return mailLogo(drawing, pictures);
  return task.format === 'png'
    ? certificatePng(drawing, pictures)
    : new Uint8Array(certificatePdf(drawing, pictures, task.images));
}

/** The texts on the page, for the signed manifest. */
const shownBy = (drawing: CertificateDrawing): Shown =>
  onlyShown({ ...drawing, uniqueId: groupedId(drawing.uniqueId) });

/** The boxes of a design as a line of JSON, and its background as a PDF. */
function openedBytes(task: OpeningTask, pictures: Pictures): Uint8Array<ArrayBuffer> {
  const { pdf, ...opened } = openLayout(task.opens, task, pictures);
  return new Uint8Array(Buffer.concat([Buffer.from(`${JSON.stringify(opened)}\n`), pdf]));
}

/** Runs in a worker thread: drawing, encoding and signing are synchronous and would block the event loop. */
async function render(task: RenderTask | BackgroundTask | OpeningTask) {
  // Yields to the event loop, which frees the memory of the previous certificate.
  await eventLoopTurn();
  if ('library' in task) return move(libraryBackground(task.library, task.page, task.format));
  if ('opens' in task) {
    const pictures = await decodeImages(task.images);
    return move(inLanguage(task.opens.design?.language ?? ENGLISH, () => openedBytes(task, pictures)));
  }
  const { format } = task;
  const pictures = await decodeImages(imagesToDecode(task.images, format));
  const drawn = inLanguage(task.drawing.design?.language ?? ENGLISH, () => draw(task, pictures));
  // `move` transfers a result to the main thread without copying it. It requires a buffer that nothing else uses.
  if (!('embed' in task) || !task.embed) return move(drawn);
  const { signer, time, documentSigner } = task.embed;
  const carried = { ...task.embed.carried, shows: shownBy(task.drawing) };
  return move(
    new Uint8Array(
      format === 'png'
        ? carryInPng(drawn, carried, signer, time)
        : carryInPdf(drawn, carried, signer, time, documentSigner),
    ),
  );
}

export default inReadersLanguage(render);
