import { catalogueSchema } from '#app/courses/course.schema.ts';
import type { CourseSummary, Thumbnail } from '#app/courses/course.server.ts';
import { SAMPLE_COURSES } from '#app/courses/sample-courses.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { formatUsd } from '#app/shared/money.ts';

/** A card shows three lines of a description; the rest need not travel. */
const SHOWN_CHARACTERS = 240;

/** What a catalogue's card shows of a course. */
export type CourseCardData = {
  id: string;
  title: string;
  description: string;
  category: string;
  /** Such as '$49', or null. */
  price: string | null;
  rating: number;
  reviewCount: number;
  studentsEnrolled: number;
  moduleCount: number;
  creator: string;
  /** Null for samples. */
  thumbnail: Thumbnail | null;
};

export const toCard = (
  course: Omit<
    CourseSummary,
    'thumbnail' | 'creator' | 'unpublication' | 'version' | 'createdAt' | 'updatedAt'
  > & {
    thumbnail?: Thumbnail;
    creator: { username: string };
  },
): CourseCardData => ({
  id: course.id,
  title: course.title,
  description:
    course.description.length > SHOWN_CHARACTERS
      ? `${course.description.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`
      : course.description,
  category: course.category ?? 'Course',
  price: course.priceMinor === null ? null : formatUsd(course.priceMinor),
  rating: course.rating,
  reviewCount: course.reviewCount,
  studentsEnrolled: course.studentsEnrolled,
  moduleCount: course.moduleCount,
  creator: course.creator.username,
  thumbnail: course.thumbnail ?? null,
});

/** A page's query without the parameters that make no sense: a catalogue's address is typed and shared, not validated. */
export function catalogueQuery(search: URLSearchParams): Record<string, string> {
  const query = Object.fromEntries(search);
  const checked = catalogueSchema.safeParse(query);
  for (const issue of checked.error?.issues ?? []) delete query[String(issue.path[0])];
  return query;
}

/**
 * What `load` gives, or the sample courses when the catalogue cannot be loaded for a reason of the server's.
 * @param report is told the reason
 */
export function orSamples<Result>(
  load: () => Result,
  sample: (cards: CourseCardData[]) => Result,
  report: (error: unknown) => void,
): Result {
  try {
    return load();
  } catch (error) {
    if (error instanceof AppError) throw error;
    report(error);
    return sample(SAMPLE_COURSES.map(toCard));
  }
}
