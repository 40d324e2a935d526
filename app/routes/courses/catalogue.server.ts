import type { z } from 'zod';
import { catalogueSchema } from '#app/courses/course.schema.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type CourseCardData, sampleCards } from './course-card-data.ts';

/** Parses a page's query without its invalid parameters, because people type and share catalogue URLs. */
export function catalogueQuery(search: URLSearchParams): z.output<typeof catalogueSchema> {
  const query = Object.fromEntries(search);
  const checked = catalogueSchema.safeParse(query);
  if (checked.success) return checked.data;
  for (const { path } of checked.error.issues) delete query[String(path[0])];
  return catalogueSchema.parse(query);
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
