import { z } from 'zod';
import { t } from '#messages';

/** A part of a video in milliseconds of the file. */
export type Range = readonly [from: number, to: number];

/** Most separate ranges of a lesson that are kept, and that a report may have. */
const MOST_RANGES = 500;

/** Fills the smallest gaps, so that few enough ranges are left and nothing that was watched is lost. */
function withoutSmallestGaps(ranges: Range[], most: number): Range[] {
  const gaps = ranges.slice(1).map(([from], index) => from - (ranges[index]?.[1] ?? 0));
  const widest = gaps
    .map((gap, index) => ({ gap, index }))
    .sort((one, other) => other.gap - one.gap || one.index - other.index)
    .slice(0, most - 1);
  const kept = new Set(widest.map(({ index }) => index));
  const result: [number, number][] = [];
  for (const [index, [from, to]] of ranges.entries()) {
    const last = result.at(-1);
    if (last && !kept.has(index - 1)) last[1] = to;
    else result.push([from, to]);
  }
  return result;
}

/** The union of ranges, in order and apart from each other. */
export function mergeRanges(ranges: readonly Range[], most = MOST_RANGES): Range[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) merged.push([from, to]);
  }
  return merged.length > most ? withoutSmallestGaps(merged, most) : merged;
}

/** The sum of ranges that are apart from each other. */
export const lengthOf = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from, 0);

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

/** The buttons 'Done, continue' and 'Not done' of a lesson. */
export const markSchema = z.object({
  lessonId: z.string().max(64),
  done: z.enum(['true', 'false']).transform((value) => value === 'true'),
});
