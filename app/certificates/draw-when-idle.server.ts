import { SYSTEM } from '#app/accounts/actor.server.ts';
import { isRendererIdle } from '#app/drawing/render.server.ts';
import { startPeriodic } from '#app/shared/background-work.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { certificateFile, type FileFormat } from './certificate-file.server.ts';

// Holders open the certificates of a batch or a course soon, often at the same time. So they are drawn in
// advance, while the workers are idle. After a crash they are drawn on request.

/** More would push out of the cache what people read. */
const MOST_WAITING = 500;
const FORMATS: readonly FileFormat[] = ['png', 'pdf'];
const LOOK_EVERY_MS = 500;

let isStarted = false;
let waiting: string[] = [];

/** Draws certificates that were just issued, by their IDs, once nothing else is being drawn. */
export function drawWhenIdle(uniqueIds: string[]) {
  if (isStarted) waiting = [...waiting, ...uniqueIds].slice(-MOST_WAITING);
}

async function draw(uniqueId: string, format: FileFormat) {
  try {
    await certificateFile({ actor: SYSTEM }, uniqueId, format).read();
  } catch (error) {
    // It is drawn, or refused, when somebody asks for it.
    if (!(error instanceof AppError))
      log.error({ err: error, certificate: uniqueId }, 'certificate not drawn');
  }
}

/** Draws what waits, one file after another. @returns a function that stops it */
export function startDrawingWhenIdle(): () => Promise<void> {
  isStarted = true;
  const stop = startPeriodic('drawing in idle time', async (signal) => {
    while (waiting.length > 0 && !signal.aborted) {
      const [uniqueId = ''] = waiting;
      for (const format of FORMATS) {
        if (!isRendererIdle()) return LOOK_EVERY_MS;
        await draw(uniqueId, format);
      }
      waiting = waiting.filter((other) => other !== uniqueId);
    }
    return LOOK_EVERY_MS;
  });
  return async () => {
    isStarted = false;
    waiting = [];
    await stop();
  };
}
