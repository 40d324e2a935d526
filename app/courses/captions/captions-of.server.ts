import { and, asc, eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { requireReadable } from '#app/courses/lesson-access.server.ts';
import { signedReader, type VideoSignature } from '#app/courses/media-file.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { lessonCaptions } from '#db/schema/lessons.ts';
import { ownLanguageName } from './languages.ts';
import type { Cue } from './parse-captions.ts';
import { toWebVtt } from './webvtt.ts';

/** Captions of a lesson in one language. */
export type Captions = { language: string; label: string; path: string };

export const captionsPath = (lessonId: string, language: string) =>
  `/lessons/${lessonId}/captions/${language}.vtt`;

/** The captions of a lesson, by language. Callers must have checked permission. */
export const captionsOf = (lessonId: string): (Captions & { createdAt: number })[] =>
  db()
    .select({ language: lessonCaptions.language, createdAt: lessonCaptions.createdAt })
    .from(lessonCaptions)
    .where(eq(lessonCaptions.lessonId, lessonId))
    .orderBy(asc(lessonCaptions.language))
    .all()
    .map(({ language, createdAt }) => ({
      language,
      createdAt,
      label: ownLanguageName(language),
      path: captionsPath(lessonId, language),
    }));

/** The cues of captions, with the time when they were uploaded, or null. Callers must have checked permission. */
export function cuesOf(lessonId: string, language: string) {
  const row = db()
    .select({ cues: lessonCaptions.cues, createdAt: lessonCaptions.createdAt })
    .from(lessonCaptions)
    .where(and(eq(lessonCaptions.lessonId, lessonId), eq(lessonCaptions.language, language)))
    .get();
  return row ? { cues: JSON.parse(row.cues) as Cue[], createdAt: row.createdAt } : null;
}

/**
 * The captions of a lesson as WebVTT, for readers who may watch it, and for holders of a signed URL of one of them.
 * @param file the last segment of the path: '{language}.vtt'
 * @throws AppError forbidden, also for a closed lesson; not-found
 */
export function captionsFile(actor: Actor, lessonId: string, file: string, signature: VideoSignature) {
  const language = /^([\w-]{2,35})\.vtt$/.exec(file)?.[1] ?? '';
  const reader = signedReader(captionsPath(lessonId, language), signature) ?? actor;
  if (reader.kind === 'visitor') throw forbidden();
  requireReadable(reader, lessonId);
  const found = cuesOf(lessonId, language);
  if (!found) throw notFound();
  return {
    name: file,
    contentType: 'text/vtt; charset=utf-8',
    etag: `"${lessonId}-${language}-${found.createdAt}"`,
    read: async () => Buffer.from(toWebVtt(found.cues)),
  };
}
