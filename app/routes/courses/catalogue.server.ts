import { catalogueSchema } from '#app/courses/course.schema.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type CourseCardData, sampleCards } from './course-card-data.ts';

/** Drops invalid parameters from a page's query, because people type and share catalogue URLs. */
export function catalogueQuery(search: URLSearchParams): Record<string, string> {
  const query = Object.fromEntries(search);
  const checked = catalogueSchema.safeParse(query);
  for (const issue of checked.error?.issues ?? []) delete query[String(issue.path[0])];
  return query;
}

/**
 * Returns the result of `load`, or the sample courses when the catalogue cannot be loaded.
 * @param report receives the error
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
    return sample(sampleCards());
  }
}
