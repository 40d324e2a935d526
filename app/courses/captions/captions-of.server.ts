import { and, asc, eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { lessonCaptions } from '#db/schema/lessons.ts';
import { ownLanguageName } from './languages.ts';
import type { Cue } from './parse-captions.ts';

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
