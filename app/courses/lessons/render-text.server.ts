import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { t } from '#messages';
import type { TextToRender } from './markdown-worker.server.ts';

const tooCostly = () => t('renderText.textIsTooComplicatedToBeShown');

const pool = createWorkerPool<TextToRender, string>({
  file: new URL('./markdown-worker.server.ts', import.meta.url),
  maxThreads: 1,
  maxQueue: 50,
  maxQueuePerAccount: 4,
  busyMessage: () => t('renderText.tooManyTextsAreBeingSaved'),
  timeoutMs: 10_000,
  processorMs: 2_000,
  idleTimeout: 30_000,
  resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 },
});

/**
 * Renders the Markdown of a lesson as HTML without raw HTML of its author.
 * @param lessonId the lesson whose pictures the text may show. A text that took too long is not rendered again for it
 * @throws AppError invalid for a text that takes too long; busy
 */
export async function renderText(actor: Actor, lessonId: string, markdown: string): Promise<string> {
  const costly = { key: lessonId, message: tooCostly() };
  try {
    return await pool.run({ text: markdown, lessonId }, { client: clientOf(actor), costly });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') {
      throw invalid(tooCostly(), { text: [tooCostly()] });
    }
    throw error;
  }
}

/** Stops the worker thread after its current task. */
export const closeTextRenderer = () => pool.close();
