import { captionsOf, cuesOf } from '#app/courses/captions/captions-of.server.ts';

/** The captions of an open video for its player, and the transcript in the language that was chosen, or else the first. */
export function shownCaptions(lessonId: string, chosen: string | null) {
  const captions = captionsOf(lessonId);
  const language = (captions.find((each) => each.language === chosen) ?? captions[0])?.language;
  const cues = language === undefined ? null : cuesOf(lessonId, language);
  return {
    captions,
    transcript:
      language === undefined || !cues
        ? null
        : { language, lines: cues.cues.map(([start, , text]) => ({ at: start / 1_000, text })) },
  };
}
