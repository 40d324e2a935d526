import { SAMPLES } from '#app/courses/sample-courses.ts';
import courses from './courses.json' with { type: 'json' };
import type { Art } from './thumbnail-art.server.ts';

type Lesson = [title: string, clip: 'react' | 'database' | 'backend' | 'mobile'];

export type DemoCourse = {
  issuer: string;
  title: string;
  description: string;
  category?: string;
  /** In dollars. */
  price?: string;
  /** Days between its publication and the day of the demo. */
  daysAgo: number;
  art: Art;
  modules: [title: string, ...lessons: Lesson[]][];
  /** Learners who enrol right after publication, with their ratings. */
  learners?: [email: string, stars?: number][];
};

/** Length of all clips in videos/. */
export const CLIP_DURATION = '0:12';

/** A free course, which most learners take. */
export const POPULAR = 'Reading Technical Texts';

/** Courses of the whole story only. Their learners come with it. */
export const isEarlier = ({ daysAgo }: DemoCourse) => daysAgo > 365;

/** The fields of a demo course that a sample has. */
function fromSample(name: keyof typeof SAMPLES) {
  const { title, description, category, priceMinor } = SAMPLES[name];
  return { title, description, category, price: (priceMinor / 100).toFixed(2) };
}

/** Oldest first, so that the catalogue starts with the newest. */
export const COURSES = courses.map(({ sample, ...course }) => ({
  ...course,
  ...(sample && fromSample(sample as keyof typeof SAMPLES)),
})) as DemoCourse[];

import guided from './guided-course.json' with { type: 'json' };

/** Title of the course that a newcomer can complete in three minutes, up to its certificate. */
export const GUIDED = guided.title;

/** The captions of its video, in WebVTT. */
export const GUIDED_CAPTIONS = guided.captions.join('\n');

/** The text and the quiz after its video, in the form of the API. */
export const { text: GUIDED_TEXT, quiz: GUIDED_QUIZ } = guided;
