import { SAMPLES } from '#app/courses/sample-courses.ts';
import { formatNumber } from '#app/messages/format-numbers.ts';

/** What the sample page shows of a course besides the catalogue's data. */
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

const DETAILS = {
  react: {
    thumbnail: '/samples/frontend-2.svg',
    length: '8 h 15 min',
    perks: ['Certificate on request', 'Lifetime access', 'Source code', 'Exercises'],
    requirements: [
      'JavaScript functions and modules.',
      'A first acquaintance with HTML.',
      'Node on your computer.',
    ],
    modules: [
      {
        title: 'HTML first',
        lectures: [
          { name: 'What a server already gives you', duration: '12:50' },
          { name: 'Forms that need no script', duration: '21:15' },
        ],
        assignment: 'A form that works on a train',
      },
      {
        title: 'Data and mutations',
        lectures: [
          { name: 'Loaders and their errors', duration: '24:00' },
          { name: 'Actions and pending states', duration: '20:35' },
          { name: 'Optimism with care', duration: '13:10' },
        ],
      },
      {
        title: 'Shipping',
        lectures: [
          { name: 'Measuring what visitors wait for', duration: '18:30' },
          { name: 'A content security policy that holds', duration: '16:45' },
        ],
        assignment: 'Take 50 kB out of a page',
      },
    ],
    assignments: [
      {
        title: 'A form that works on a train',
        description: 'Submit, validate and answer with scripts switched off, then add comfort.',
      },
      {
        title: 'Take 50 kB out of a page',
        description: 'Find what a page does not need and prove that nothing broke.',
      },
    ],
    instructor: {
      name: 'Daniel Achterberg',
      title: 'Full-stack developer',
      rating: 4.7,
      reviews: 640,
      students: 4120,
      courses: 3,
      experience: '9 years',
    },
    comments: [
      {
        user: 'Priya S.',
        rating: 5,
        time: '3 weeks ago',
        content: 'Calm pace, real problems. We changed how our team writes forms.',
      },
      {
        user: 'Olena V.',
        rating: 4,
        time: '1 month ago',
        content: 'Good balance of theory and practice. The last module could be longer.',
      },
    ],
  },
  accessibility: {
    thumbnail: '/samples/frontend-1.svg',
    length: '6 h 40 min',
    perks: ['Certificate on request', 'Lifetime access', 'Captions', 'Exercises'],
    requirements: [
      'You have written a little HTML and CSS.',
      'A current browser and any text editor.',
      'No design experience is needed.',
    ],
    modules: [
      {
        title: 'Seeing differently',
        lectures: [
          { name: 'How colour reaches the eye', duration: '14:20' },
          { name: 'Contrast, measured', duration: '18:05' },
          { name: 'Palettes for one reader in twelve', duration: '11:40' },
        ],
        assignment: 'Measure every pair of colours on a page',
      },
      {
        title: 'Without colour',
        lectures: [
          { name: 'Shape, text and position', duration: '22:10' },
          { name: 'Charts in black and white', duration: '15:30' },
          { name: 'What a screen reader says', duration: '19:45' },
        ],
        assignment: 'One timetable, printed in grey',
      },
      {
        title: 'Day and night',
        lectures: [
          { name: 'Themes that keep their meaning', duration: '16:00' },
          { name: 'Contrast in both themes', duration: '17:25' },
        ],
      },
    ],
    assignments: [
      {
        title: 'Measure every pair of colours on a page',
        description: 'A list of what fails, and the smallest change that mends each.',
      },
      {
        title: 'One timetable, printed in grey',
        description: 'A page whose meaning survives a printer without colours.',
      },
    ],
    instructor: {
      name: 'Ingrid Solheim',
      title: 'Interface engineer',
      rating: 4.9,
      reviews: 1204,
      students: 8650,
      courses: 5,
      experience: '12 years',
    },
    comments: [
      {
        user: 'Tomás R.',
        rating: 5,
        time: '2 weeks ago',
        content:
          'I finally understand why my greys were unreadable. The exercises are short and to the point.',
      },
      {
        user: 'Mai P.',
        rating: 5,
        time: '1 month ago',
        content: 'The lesson on charts alone was worth it.',
      },
      {
        user: 'Jonas K.',
        rating: 4,
        time: '2 months ago',
        content: 'Very clear. I would have liked one more module on animation.',
      },
    ],
  },
} satisfies Partial<Record<keyof typeof SAMPLES, Details>>;

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
