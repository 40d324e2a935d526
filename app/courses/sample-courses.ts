import type { CourseSummary } from './course.server.ts';
import samples from './sample-courses.json' with { type: 'json' };

export type SampleCourse = Omit<
  CourseSummary,
  | 'thumbnail'
  | 'creator'
  | 'category'
  | 'priceMinor'
  | 'firstLessonFree'
  | 'unpublication'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'isDraft'
> & {
  category: string;
  priceMinor: number;
  creator: { username: string };
};

/**
 * The sample courses. The catalogue shows them when it cannot be loaded, with a notice that they are samples (docs/product.md, Courses).
 * The sample page shows those for which it has more, and the demo has courses of their titles.
 */
export const SAMPLES = samples satisfies Record<string, SampleCourse>;
