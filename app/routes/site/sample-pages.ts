import { SAMPLES } from '#app/courses/sample-courses.ts';
import { formatNumber } from '#app/messages/format-numbers.ts';
import pages from './sample-pages.json' with { type: 'json' };

/** Data of a course for the sample page, in addition to the catalogue's. */
type Details = {
  thumbnail: string;
  length: string;
  modules: readonly {
    title: string;
    lectures: readonly { name: string; duration: string }[];
    assignment?: string;
  }[];
  perks: readonly string[];
  assignments: readonly { title: string; description: string }[];
  requirements: readonly string[];
  instructor: {
    name: string;
    title: string;
    rating: number;
    reviews: number;
    students: number;
    courses: number;
    experience: string;
  };
  comments: readonly { user: string; rating: number; time: string; content: string }[];
};

const DETAILS = pages satisfies Partial<Record<keyof typeof SAMPLES, Details>>;

const pageOf = (name: keyof typeof DETAILS) => {
  const { creator, ...course } = SAMPLES[name];
  const details: Details = DETAILS[name];
  return { ...course, ...details, creator: details.instructor.name };
};

export type SamplePage = ReturnType<typeof pageOf>;

const FIRST = pageOf('react');

/** The courses with a sample page. */
export const SAMPLE_PAGES: readonly SamplePage[] = [FIRST, pageOf('accessibility')];

/** The sample page of this ID, or the first one. */
export const findSamplePage = (id: string | null): SamplePage =>
  SAMPLE_PAGES.find((page) => page.id === id) ?? FIRST;

/** 12345 as '12,345'. */
export const formatCount = formatNumber;
