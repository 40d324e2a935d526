import { SAMPLES } from '#app/courses/sample-courses.ts';
import { GUIDED } from './guided-course.ts';
import { AURORA, LINDQVIST, MARA, NORTHWIND } from './people.ts';
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
  /** Learners who enrol at once, with their ratings. */
  learners?: [email: string, stars?: number][];
};

/** Length of all clips in videos/. */
export const CLIP_DURATION = '0:12';

/** A free course, which most learners take. */
export const POPULAR = 'Reading Technical Texts';

/** Courses of the whole story only. Their learners come with it. */
export const isEarlier = ({ daysAgo }: DemoCourse) => daysAgo > 365;

/** What the demo's course has from a sample. */
function sample(name: keyof typeof SAMPLES) {
  const { title, description, category, priceMinor } = SAMPLES[name];
  return { title, description, category, price: (priceMinor / 100).toFixed(2) };
}

/** Oldest first, so that the catalogue starts with the newest. */
export const COURSES: DemoCourse[] = [
  {
    issuer: AURORA,
    title: POPULAR,
    description:
      'Standards, manuals and research papers are written to be exact, not to be read. Learn to find the three sentences that matter, to question a figure, and to write down what you understood.\n\nFree for everyone, as the start of all other courses.',
    category: 'Backend',
    daysAgo: 650,
    art: ['letters', '#10242b', '#22606b', '#ffd9a0'],
    modules: [
      ['Before you read', ['What kind of text is this?', 'backend'], ['Reading with a question', 'react']],
      ['After you read', ['Notes that last', 'database']],
    ],
  },
  {
    issuer: AURORA,
    title: 'Data Engineering with SQL',
    description:
      'From a folder of spreadsheets to tables that a whole company can trust. Imports that can be repeated, checks that fail loudly, and reports that are ready before breakfast.',
    category: 'Database',
    price: '39',
    daysAgo: 610,
    art: ['rows', '#1c1b3a', '#4a3f8f', '#8fe3cf'],
    modules: [
      [
        'Getting data in',
        ['Imports that can be repeated', 'database'],
        ['Checks that fail loudly', 'backend'],
      ],
      ['Getting answers out', ['Reports before breakfast', 'database']],
    ],
  },
  {
    issuer: LINDQVIST,
    ...sample('accessibility'),
    daysAgo: 430,
    art: ['screens', '#3b1030', '#9c3d6b', '#ffe08a'],
    modules: [
      ['Seeing differently', ['How colour reaches the eye', 'mobile'], ['Contrast, measured', 'react']],
      ['Day and night', ['Themes that keep their meaning', 'mobile']],
    ],
  },
  {
    issuer: AURORA,
    ...sample('databases'),
    daysAgo: 210,
    art: ['rows', '#0d2b26', '#17633d', '#ffd479'],
    modules: [
      ['Tables and keys', ['What a row really is', 'database'], ['Choosing a primary key', 'database']],
      ['Finding things', ['How an index works', 'database'], ['Reading a query plan', 'backend']],
      ['Staying correct', ['Transactions without fear', 'backend']],
    ],
    learners: [[MARA, 5], [NORTHWIND, 5], [LINDQVIST]],
  },
  {
    issuer: AURORA,
    title: 'Distributed Systems',
    description:
      'Two machines cannot agree by hoping. We build a small replicated store step by step, break it on purpose, and learn which promises survive: clocks, quorums, retries and the messages that arrive twice.',
    category: 'Backend',
    price: '79',
    daysAgo: 96,
    art: ['network', '#2b1530', '#7a2f5b', '#ffb8a8'],
    modules: [
      ['When networks lie', ['A request, end to end', 'backend'], ['Time-outs and retries', 'backend']],
      ['Agreement', ['Quorums by example', 'database']],
    ],
    learners: [[MARA, 4]],
  },
  {
    issuer: LINDQVIST,
    title: 'Typography for Screens',
    description:
      'Good type is mostly good decisions about space. Measure, leading, contrast and rhythm, tried out on one long article that reads well on a watch, a phone and a wall.',
    category: 'Design',
    price: '35',
    daysAgo: 60,
    art: ['letters', '#3a1d12', '#a8572f', '#ffe3b8'],
    modules: [
      ['The page as a rhythm', ['Measure and leading', 'mobile'], ['A scale that holds together', 'react']],
      ['Details', ['Numbers, dashes, quotes', 'mobile']],
    ],
    learners: [[NORTHWIND, 5], [MARA]],
  },
  {
    issuer: LINDQVIST,
    ...sample('mobile'),
    daysAgo: 25,
    art: ['screens', '#0c2740', '#1b6b93', '#9be7c4'],
    modules: [
      ['Room to move', ['Layouts that adapt', 'mobile'], ['Thumbs, not pointers', 'mobile']],
      ['Pictures on the move', ['The right size, every time', 'react']],
    ],
    learners: [[MARA, 5]],
  },
  {
    issuer: AURORA,
    ...sample('react'),
    daysAgo: 9,
    art: ['tree', '#141a3c', '#2f3192', '#eac983'],
    modules: [
      ['Thinking in components', ['The smallest useful component', 'react'], ['State and events', 'react']],
      ['Talking to a server', ['Loading without flicker', 'backend'], ['Forms that survive', 'react']],
    ],
    learners: [[MARA], [NORTHWIND, 4]],
  },
  {
    issuer: AURORA,
    title: GUIDED,
    description:
      'What a signature proves, what it does not, and how anyone can check a certificate without asking whoever holds it. A short course for registrars and recruiters.',
    daysAgo: 2,
    art: ['seal', '#15233f', '#3d5a80', '#e0c98c'],
    modules: [['In one sitting', ['From issuing to verifying', 'backend']]],
  },
];
