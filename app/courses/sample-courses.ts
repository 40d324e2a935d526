import type { CourseSummary } from './course.server.ts';

type SampleCourse = Omit<
  CourseSummary,
  'thumbnail' | 'creator' | 'firstLessonFree' | 'unpublication' | 'version' | 'createdAt' | 'updatedAt'
> & {
  creator: { username: string };
};

/** Shown when the catalogue cannot be loaded, with a notice that they are samples (docs/product.md, Courses). */
export const SAMPLE_COURSES: readonly SampleCourse[] = [
  {
    id: 'sample-1',
    title: 'Modern React from the ground up',
    description: 'Components, state and effects, built up over one small project.',
    category: 'Frontend',
    priceMinor: 4_900,
    rating: 4.8,
    reviewCount: 126,
    studentsEnrolled: 340,
    creator: { username: 'lena.fischer' },
    moduleCount: 6,
  },
  {
    id: 'sample-2',
    title: 'Relational databases that stay fast',
    description: 'Tables, keys, indexes and query plans, with SQL that you can run yourself.',
    category: 'Database',
    priceMinor: 5_900,
    rating: 4.7,
    reviewCount: 98,
    studentsEnrolled: 265,
    creator: { username: 'tomas.rivera' },
    moduleCount: 5,
  },
  {
    id: 'sample-3',
    title: 'Mobile layouts for every screen',
    description: 'Touch targets, breakpoints and images that suit the device they are on.',
    category: 'Mobile',
    priceMinor: null,
    rating: 4.5,
    reviewCount: 61,
    studentsEnrolled: 180,
    creator: { username: 'aiko.tan' },
    moduleCount: 4,
  },
  {
    id: 'sample-4',
    title: 'Accessible interfaces in practice',
    description: 'Keyboard, contrast and screen readers: what to check and how to mend it.',
    category: 'Frontend',
    priceMinor: 3_900,
    rating: 4.9,
    reviewCount: 74,
    studentsEnrolled: 212,
    creator: { username: 'noor.haddad' },
    moduleCount: 3,
  },
];
