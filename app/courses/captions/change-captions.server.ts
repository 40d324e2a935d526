import { and, count, eq, sql } from 'drizzle-orm';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { authoredLesson, recordChange } from '#app/courses/find-course.server.ts';
import { indexInTurn, indexLesson } from '#app/courses/lessons/search-lessons.server.ts';
import { requireWithinQuota } from '#app/files/media/storage.server.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { lessonCaptions } from '#db/schema/lessons.ts';
import { t } from '#messages';
import { type Captions, captionsPath, OFFERED_TAGS, ownLanguageName } from './captions-of.server.ts';
import type { CaptionsToParse } from './captions-worker.server.ts';
import type { ParsedCaptions } from './parse-captions.ts';

export const MAX_CAPTIONS_BYTES = 1_048_576;
export const captionsTooLarge = () => t('captions.maximumIs1Mb');
export const noCaptionsFile = () => t('captions.chooseAFile');

const MAX_LANGUAGES = 20;
const MAX_LENGTH_TOGETHER = 2 * MAX_CAPTIONS_BYTES;

const names = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const known = names.get(language) ?? new Intl.DisplayNames([language, 'en'], { type: 'language' });
  names.set(language, known);
  return known;
}

/** The name of a language in the reader's language, or its tag. */
export const languageName = (tag: string) => namesIn(readerLanguage()).of(tag) ?? tag;

/** The languages that the form offers, sorted by their names. */
export const offeredLanguages = () =>
  OFFERED_TAGS.map((value) => ({ value, label: languageName(value) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, readerLanguage()),
  );

const pool = createWorkerPool<CaptionsToParse, ParsedCaptions>({
  file: new URL('./captions-worker.server.ts', import.meta.url),
  maxThreads: 1,
  maxQueue: 50,
  maxQueuePerAccount: 4,
  busyMessage: () => t('captions.tooManyAreBeingSaved'),
  timeoutMs: 10_000,
  processorMs: 3_000,
  idleTimeout: 30_000,
  resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
});

/** Stops the worker thread after its current task. */
export const closeCaptionsReader = () => pool.close();

/** How many errors the message of a form names. The field names all of them. */
const MOST_IN_MESSAGE = 3;

const refused = (errors: string[]) =>
  invalid(
    joinSentences([...errors.slice(0, MOST_IN_MESSAGE), errors.length > MOST_IN_MESSAGE ? '…' : null]),
    { file: errors },
  );

async function parsed(actor: Actor, lessonId: string, captions: CaptionsToParse): Promise<ParsedCaptions> {
  const message = t('captions.theFileIsTooComplicated');
  const costly = { key: `${lessonId} ${captions.language}`, message };
  try {
    return await pool.run(captions, { client: clientOf(actor), costly });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') throw refused([message]);
    throw error;
  }
}

/** @throws AppError as `authoredLesson`; conflict for a lesson without a video */
function authoredVideo(actor: Actor, lessonId: string, tx?: Transaction) {
  const lesson = authoredLesson(actor, lessonId, undefined, tx);
  if (lesson.type !== 'video') throw new AppError('conflict', t('captions.onlyAVideoHasCaptions'));
  return lesson;
}

/** Stored captions, with the corrections of their file in sentences. */
export type SetCaptions = Captions & { mended: string[] };

/**
 * Sets the captions of a video in a language, from WebVTT, SRT or SBV.
 * @throws AppError unauthenticated; forbidden; not-found; invalid, with the numbers of the lines; too-large; busy; storage-full; conflict for a lesson
 *   without a video, and for too many languages
 */
export async function setCaptions(
  actor: Actor,
  lessonId: string,
  language: string,
  bytes: Uint8Array,
): Promise<SetCaptions> {
  authoredVideo(actor, lessonId);
  if (bytes.byteLength > MAX_CAPTIONS_BYTES) {
    const message = captionsTooLarge();
    throw new AppError('too-large', message, { fields: { file: [message] } });
  }
  const found = await parsed(actor, lessonId, { bytes, language });
  if ('errors' in found) throw refused(found.errors);
  const cues = JSON.stringify(found.cues);
  const captions = {
    language,
    label: ownLanguageName(language),
    path: captionsPath(lessonId, language),
    mended: found.mended,
  };
  const store = (tx: Transaction) => {
    const { courseId, ownerId } = authoredVideo(actor, lessonId, tx);
    const createdAt = now();
    tx.insert(lessonCaptions)
      .values({ lessonId, language, cues, createdAt })
      .onConflictDoUpdate({
        target: [lessonCaptions.lessonId, lessonCaptions.language],
        set: { cues, createdAt },
      })
      .run();
    const languages = tx
      .select({ count: count(), bytes: sql<number>`sum(length(${lessonCaptions.cues}))` })
      .from(lessonCaptions)
      .where(eq(lessonCaptions.lessonId, lessonId))
      .get();
    if ((languages?.count ?? 0) > MAX_LANGUAGES) {
      throw new AppError('conflict', t('captions.inAtMostLanguages', { most: MAX_LANGUAGES }));
    }
    // The index takes as long as they are.
    if ((languages?.bytes ?? 0) > MAX_LENGTH_TOGETHER) {
      throw new AppError('conflict', t('captions.tooLongTogether'));
    }
    requireWithinQuota(ownerId, Buffer.byteLength(cues));
    indexLesson(tx, lessonId);
    recordChange(tx, courseId);
    storeAnswer(tx, captions);
  };
  await indexInTurn(actor, () => transaction(store));
  return captions;
}

/**
 * Removes the captions of a lesson in a language.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function removeCaptions(actor: Actor, lessonId: string, language: string): void {
  transaction((tx) => {
    const { courseId } = authoredLesson(actor, lessonId, undefined, tx);
    const { changes } = tx
      .delete(lessonCaptions)
      .where(and(eq(lessonCaptions.lessonId, lessonId), eq(lessonCaptions.language, language)))
      .run();
    if (changes === 0) throw notFound(t('captions.noneInLanguage', { language: languageName(language) }));
    indexLesson(tx, lessonId);
    recordChange(tx, courseId);
  });
}
