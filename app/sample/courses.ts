import { AURORA, LINDQVIST, MARA, NORTHWIND } from './people.ts';
import type { Motif } from './thumbnail-art.server.ts';

export type SampleLesson = { title: string; clip: 'react' | 'database' | 'backend' | 'mobile' };

export type SampleCourse = {
  issuer: string;
  title: string;
  description: string;
  category?: string;
  /** In dollars. */
  price?: string;
  /** Days between its publication and the day of the demo. */
  daysAgo: number;
  art: { motif: Motif; colours: [from: string, to: string, accent: string] };
  modules: { title: string; lessons: SampleLesson[] }[];
  /** Enrolled learners, with their ratings. */
  learners: { email: string; stars?: number }[];
};

/** Length of all clips in videos/. */
export const CLIP_DURATION = '0:12';

/** Oldest first, so that the catalogue starts with the newest. */
export const COURSES: SampleCourse[] = [
  {
    issuer: AURORA,
    title: 'Relational Databases That Stay Fast',
    description:
      'Why does one query answer in a millisecond and its twin in a minute? This course follows a table from its first row to its ten-millionth: keys, indexes, query plans and the transactions that keep it all true.\n\nYou need a computer with SQLite, which is probably on it already.',
    category: 'Database',
    price: '59',
    daysAgo: 210,
    art: { motif: 'rows', colours: ['#0d2b26', '#17633d', '#ffd479'] },
    modules: [
      {
        title: 'Tables and keys',
        lessons: [
          { title: 'What a row really is', clip: 'database' },
          { title: 'Choosing a primary key', clip: 'database' },
        ],
      },
      {
        title: 'Finding things',
        lessons: [
          { title: 'How an index works', clip: 'database' },
          { title: 'Reading a query plan', clip: 'backend' },
        ],
      },
      { title: 'Staying correct', lessons: [{ title: 'Transactions without fear', clip: 'backend' }] },
    ],
    learners: [{ email: MARA, stars: 5 }, { email: NORTHWIND, stars: 5 }, { email: LINDQVIST }],
  },
  {
    issuer: AURORA,
    title: 'Distributed Systems',
    description:
      'Two machines cannot agree by hoping. We build a small replicated store step by step, break it on purpose, and learn which promises survive: clocks, quorums, retries and the messages that arrive twice.',
    category: 'Backend',
    price: '79',
    daysAgo: 96,
    art: { motif: 'network', colours: ['#2b1530', '#7a2f5b', '#ffb8a8'] },
    modules: [
      {
        title: 'When networks lie',
        lessons: [
          { title: 'A request, end to end', clip: 'backend' },
          { title: 'Time-outs and retries', clip: 'backend' },
        ],
      },
      { title: 'Agreement', lessons: [{ title: 'Quorums by example', clip: 'database' }] },
    ],
    learners: [{ email: MARA, stars: 4 }],
  },
  {
    issuer: LINDQVIST,
    title: 'Typography for Screens',
    description:
      'Good type is mostly good decisions about space. Measure, leading, contrast and rhythm, tried out on one long article that reads well on a watch, a phone and a wall.',
    category: 'Design',
    price: '35',
    daysAgo: 60,
    art: { motif: 'letters', colours: ['#3a1d12', '#a8572f', '#ffe3b8'] },
    modules: [
      {
        title: 'The page as a rhythm',
        lessons: [
          { title: 'Measure and leading', clip: 'mobile' },
          { title: 'A scale that holds together', clip: 'react' },
        ],
      },
      { title: 'Details', lessons: [{ title: 'Numbers, dashes, quotes', clip: 'mobile' }] },
    ],
    learners: [{ email: NORTHWIND, stars: 5 }, { email: MARA }],
  },
  {
    issuer: LINDQVIST,
    title: 'Mobile Layouts That Adapt',
    description:
      'One interface, from the smallest phone to a folded-out tablet. Touch targets that forgive, images that weigh what they should, and layouts that rearrange themselves before anything is cut off.',
    category: 'Mobile',
    price: '45.50',
    daysAgo: 25,
    art: { motif: 'screens', colours: ['#0c2740', '#1b6b93', '#9be7c4'] },
    modules: [
      {
        title: 'Room to move',
        lessons: [
          { title: 'Layouts that adapt', clip: 'mobile' },
          { title: 'Thumbs, not pointers', clip: 'mobile' },
        ],
      },
      { title: 'Pictures on the move', lessons: [{ title: 'The right size, every time', clip: 'react' }] },
    ],
    learners: [{ email: MARA, stars: 5 }],
  },
  {
    issuer: AURORA,
    title: 'Modern React from the Ground Up',
    description:
      'Components, state and effects, built up over one small project: a timetable that works without a script and gets better with one. No framework magic that you could not explain afterwards.',
    category: 'Frontend',
    price: '49',
    daysAgo: 9,
    art: { motif: 'tree', colours: ['#141a3c', '#2f3192', '#eac983'] },
    modules: [
      {
        title: 'Thinking in components',
        lessons: [
          { title: 'The smallest useful component', clip: 'react' },
          { title: 'State and events', clip: 'react' },
        ],
      },
      {
        title: 'Talking to a server',
        lessons: [
          { title: 'Loading without flicker', clip: 'backend' },
          { title: 'Forms that survive', clip: 'react' },
        ],
      },
    ],
    learners: [{ email: MARA }, { email: NORTHWIND, stars: 4 }],
  },
  {
    issuer: AURORA,
    title: 'How Certificates Stay Honest',
    description:
      'What a signature proves, what it does not, and how anyone can check a certificate without asking whoever holds it. A short course for registrars and recruiters.',
    daysAgo: 2,
    art: { motif: 'seal', colours: ['#15233f', '#3d5a80', '#e0c98c'] },
    modules: [
      { title: 'In one sitting', lessons: [{ title: 'From issuing to verifying', clip: 'backend' }] },
    ],
    learners: [],
  },
];
