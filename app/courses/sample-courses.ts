import type { CourseSummary } from './course.server.ts';

type SampleCourse = Omit<
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
export const SAMPLES = {
  react: {
    id: 'sample-1',
    title: 'Modern React from the Ground Up',
    description:
      'Components, state and effects, built up over one small project: a timetable that works without a script and gets better with one. No framework magic that you could not explain afterwards.',
    category: 'Frontend',
    priceMinor: 4_900,
    rating: 4.8,
    reviewCount: 187,
    studentsEnrolled: 340,
    creator: { username: 'daniel.achterberg' },
    moduleCount: 3,
  },
  databases: {
    id: 'sample-2',
    title: 'Relational Databases That Stay Fast',
    description:
      'Why does one query answer in a millisecond and its twin in a minute? This course follows a table from its first row to its ten-millionth: keys, indexes, query plans and the transactions that keep it all true.\n\nYou need a computer with SQLite, which is probably on it already.',
    category: 'Database',
    priceMinor: 5_900,
    rating: 4.7,
    reviewCount: 98,
    studentsEnrolled: 265,
    creator: { username: 'tomas.rivera' },
    moduleCount: 5,
  },
  mobile: {
    id: 'sample-3',
    title: 'Mobile Layouts That Adapt',
    description:
      'One interface, from the smallest phone to a folded-out tablet. Touch targets that forgive, images that weigh what they should, and layouts that rearrange themselves before anything is cut off.',
    category: 'Mobile',
    priceMinor: 4_550,
    rating: 4.5,
    reviewCount: 61,
    studentsEnrolled: 180,
    creator: { username: 'aiko.tan' },
    moduleCount: 4,
  },
  accessibility: {
    id: 'sample-4',
    title: 'Colour and Accessibility',
    description:
      'Palettes that one reader in twelve can tell apart too. Contrast, colour blindness and dark themes, measured rather than guessed, on the pages of a real timetable.',
    category: 'Frontend',
    priceMinor: 2_900,
    rating: 4.9,
    reviewCount: 312,
    studentsEnrolled: 212,
    creator: { username: 'ingrid.solheim' },
    moduleCount: 3,
  },
} satisfies Record<string, SampleCourse>;
