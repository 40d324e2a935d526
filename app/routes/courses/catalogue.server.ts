import { catalogueSchema } from '#app/courses/course.schema.ts';
import { lenient, pageQuery } from '#app/routes/list-loader.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type CourseCardData, sampleCards } from './course-card-data.ts';

/** The query of a page of the catalogue. */
export const catalogueQuery = (search: URLSearchParams) => pageQuery(lenient(catalogueSchema), search);

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
