import type { CourseSummary, Thumbnail } from '#app/courses/course.server.ts';
import { SAMPLES, type SampleCourse } from '#app/courses/sample-courses.ts';
import { formatUsd } from '#app/shared/money.ts';
import { t } from '#messages';

/** Most characters of a description to send. A card shows three lines. */
const SHOWN_CHARACTERS = 240;

/** The data of a card in the catalogue. */
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
  course: Omit<SampleCourse, 'category' | 'priceMinor'> &
    Pick<CourseSummary, 'category' | 'priceMinor'> & { thumbnail?: Thumbnail },
): CourseCardData => ({
  id: course.id,
  title: course.title,
  description:
    course.description.length > SHOWN_CHARACTERS
      ? `${course.description.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`
      : course.description,
  category: course.category ?? t('common.course'),
  price: course.priceMinor === null ? null : formatUsd(course.priceMinor),
  rating: course.rating,
  reviewCount: course.reviewCount,
  studentsEnrolled: course.studentsEnrolled,
  moduleCount: course.moduleCount,
  creator: course.creator.username,
  thumbnail: course.thumbnail ?? null,
});

/** Shown when the catalogue cannot be loaded (docs/product.md, Courses). */
export const sampleCards = () => Object.values(SAMPLES).map(toCard);
