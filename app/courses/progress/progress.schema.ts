import { z } from 'zod';
import { t } from '#messages';
import { MOST_RANGES } from './ranges.ts';

const wrongPosition = () => t('progress.positionMustBeATimeWithinTheVideo');
const wrongDuration = () => t('progress.durationMustBeTheLengthOfTheVideo');
const wrongRanges = () => t('progress.rangesMustBePairsOfTimes');

const time = (error: () => string) => z.number({ error }).min(0, { error });

const range = z
  .tuple([time(wrongRanges), time(wrongRanges)], { error: wrongRanges })
  .refine(([from, to]) => from <= to, { error: wrongRanges });

/** A report about a lesson, in seconds of its file. */
export const progressSchema = z
  .object({
    position: time(wrongPosition)
      .optional()
      .meta({ description: 'Where the learner is, in seconds of the file' }),
    ranges: z
      .array(range, { error: wrongRanges })
      .max(MOST_RANGES, {
        error: () => t('progress.rangesMustHaveAtMostMostrangesEntries', { mostRanges: MOST_RANGES }),
      })
      .optional()
      .meta({ description: 'What was watched, in seconds of the file: [[from, to], …]' }),
    duration: z.number({ error: wrongDuration }).positive({ error: wrongDuration }).optional().meta({
      description:
        'The length of the video in seconds as the player knows it, for files that do not state it',
    }),
    done: z
      .boolean({ error: () => t('progress.doneMustBeTrueOrFalse') })
      .optional()
      .meta({ description: 'Marks the lesson as done or not done' }),
  })
  .meta({ description: 'Reports may be repeated, and arrive in any order.' });

export type ProgressInput = z.output<typeof progressSchema>;

/** A report of the player. `leaving`: the learner leaves the page, so the report is stored immediately. */
export const watchReportSchema = progressSchema
  .omit({ done: true })
  .extend({ leaving: z.boolean({ error: () => t('progress.leavingMustBeTrueOrFalse') }).default(false) });

/** The buttons 'Mark as done' and 'Not done' of a lesson. */
export const markSchema = z.object({
  lessonId: z.string().max(64),
  done: z.enum(['true', 'false']).transform((value) => value === 'true'),
});
