import { findLine, searchWords } from '#app/shared/full-text-search.ts';
import { captionsOf, cuesOf } from './captions-of.server.ts';
import type { Cue } from './parse-captions.ts';

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
