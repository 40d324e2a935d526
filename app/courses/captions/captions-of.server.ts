import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { requireReadable } from '#app/courses/lesson-access.server.ts';
import { signedReader, type VideoSignature } from '#app/courses/media-file.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { findLine, searchWords } from '#app/shared/full-text-search.ts';
import { db } from '#db/client.ts';
import { lessonCaptions } from '#db/schema/lessons.ts';
import { t } from '#messages';
import type { Cue } from './parse-captions.ts';

/** Languages that the form offers. The API takes any. */
export const OFFERED_TAGS =
  'ar bg bn ca cs da de el en en-GB en-US es es-419 et fa fi fr fr-CA he hi hr hu id it ja ko lt lv ms nl no pl pt pt-BR ro ru sk sl sr sv ta te th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

const notALanguage = () => t('captions.enterALanguageTag');

/** The name of a language in itself. */
export function ownLanguageName(tag: string): string {
  const own = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
  return own.charAt(0).toLocaleUpperCase(tag) + own.slice(1);
}

/** A BCP 47 tag in its canonical form. */
export const languageSchema = z
  .string({ error: notALanguage })
  .trim()
  .max(35, { error: notALanguage })
  .transform((tag, context) => {
    try {
      if (/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(tag)) return Intl.getCanonicalLocales(tag)[0] ?? tag;
    } catch {
      // An invalid tag.
    }
    context.addIssue({ code: 'custom', message: notALanguage() });
    return z.NEVER;
  });

export const captionsSchema = z.object({ language: languageSchema });

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
function cuesOf(lessonId: string, language: string) {
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

const time = (milliseconds: number) => {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = milliseconds / 1_000;
  const rest = String(milliseconds % 1_000).padStart(3, '0');
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${rest}`;
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Captions as WebVTT. */
export const toWebVtt = (cues: Cue[]) =>
  `WEBVTT\n\n${cues.map(([start, end, text]) => `${time(start)} --> ${time(end)}\n${escaped(text)}\n\n`).join('')}`;

/** Lines of a part. A transcript has up to 5,000, which would make a page slow. */
const PART_LINES = 200;

/** One part of a transcript. Times are in seconds. */
export type Transcript = {
  language: string;
  lines: { at: number; text: string }[];
  /** Number of the part, from 1. */
  part: number;
  /** Where each part starts. */
  starts: number[];
  /** Start of the line that a search found. */
  found: number | null;
};

type Asked = {
  /** Without it, the language in which the search finds a line, or else the first. */
  language: string | null;
  /** The words of a search that found the transcript. */
  q: string | null;
  /** Number of the part, from 1. Without it, the part with the line found, or else with this time. */
  part: number | null;
  at: number;
};

/** The captions in which a search finds a line, preferably one with all words. */
function findInLanguages(lessonId: string, languages: string[], words: string[]) {
  let best: { language: string; cues: Cue[]; index: number } | null = null;
  for (const language of languages) {
    const cues = cuesOf(lessonId, language)?.cues ?? [];
    const line = findLine(
      cues.map(([, , text]) => text.replaceAll('\n', ' ')),
      words,
    );
    if (line?.hasAll) return { language, cues, index: line.index };
    if (line) best ??= { language, cues, index: line.index };
  }
  return best;
}

/** The asked part of the transcript of a video, or null without captions. Callers must have checked permission. */
export function transcriptOf(lessonId: string, { language, q, part, at }: Asked): Transcript | null {
  const languages = captionsOf(lessonId).map((each) => each.language);
  const own = languages.find((each) => each === language);
  const words = q === null ? [] : searchWords(q);
  const found = words.length > 0 ? findInLanguages(lessonId, own ? [own] : languages, words) : null;
  const chosen = found?.language ?? own ?? languages[0];
  if (chosen === undefined) return null;
  const cues = found?.cues ?? cuesOf(lessonId, chosen)?.cues ?? [];
  const index = found?.index ?? cues.findLastIndex(([start]) => start <= at * 1_000);
  const parts = Math.max(1, Math.ceil(cues.length / PART_LINES));
  const number = Math.min(part ?? Math.floor(Math.max(index, 0) / PART_LINES) + 1, parts);
  const from = (number - 1) * PART_LINES;
  const line = found && cues[found.index];
  return {
    language: chosen,
    lines: cues.slice(from, from + PART_LINES).map(([start, , text]) => ({ at: start / 1_000, text })),
    part: number,
    starts: Array.from({ length: parts }, (_, each) => (cues[each * PART_LINES]?.[0] ?? 0) / 1_000),
    found: line ? line[0] / 1_000 : null,
  };
}
