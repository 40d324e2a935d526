import { z } from 'zod';
import { MOST_RANGES } from './ranges.ts';

const POSITION = 'position must be a time within the video, in seconds.';
const RANGES = 'ranges must be pairs of times within the video, in seconds: [[from, to], …].';

const time = (message: string) => z.number(message).min(0, message);

const range = z.tuple([time(RANGES), time(RANGES)], RANGES).refine(([from, to]) => from <= to, RANGES);

/** A report about a lesson, in seconds of its file. */
export const progressSchema = z
  .object({
    position: time(POSITION).optional().meta({ description: 'Where the learner is, in seconds of the file' }),
    ranges: z
      .array(range, RANGES)
      .max(MOST_RANGES, `ranges must have at most ${MOST_RANGES} entries.`)
      .optional()
      .meta({ description: 'What was watched, in seconds of the file: [[from, to], …]' }),
    done: z
      .boolean('done must be true or false.')
      .optional()
      .meta({ description: 'Marks the lesson as done or not done' }),
  })
  .meta({ description: 'Reports may be repeated, and arrive in any order.' });

export type ProgressInput = z.output<typeof progressSchema>;

/** A report of the player. `leaving`: the page is left, so that the report is stored at once. */
export const watchReportSchema = progressSchema
  .omit({ done: true })
  .extend({ leaving: z.boolean('leaving must be true or false.').default(false) });

/** The buttons 'Mark as done' and 'Not done' of a lesson. */
export const markSchema = z.object({
  lessonId: z.string().max(64),
  done: z.enum(['true', 'false']).transform((value) => value === 'true'),
});
