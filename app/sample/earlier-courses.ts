import type { SampleCourse } from './courses.ts';
import { AURORA, LINDQVIST } from './people.ts';

/** A free course, which most learners take. */
export const POPULAR = 'Reading Technical Texts';

/** Courses from the time before those of `COURSES`, oldest first. Their learners come with the story. */
export const EARLIER_COURSES: SampleCourse[] = [
  {
    issuer: AURORA,
    title: POPULAR,
    description:
      'Standards, manuals and research papers are written to be exact, not to be read. Learn to find the three sentences that matter, to question a figure, and to write down what you understood.\n\nFree for everyone, as the start of all other courses.',
    category: 'Backend',
    daysAgo: 650,
    art: { motif: 'letters', colours: ['#10242b', '#22606b', '#ffd9a0'] },
    modules: [
      {
        title: 'Before you read',
        lessons: [
          { title: 'What kind of text is this?', clip: 'backend' },
          { title: 'Reading with a question', clip: 'react' },
        ],
      },
      { title: 'After you read', lessons: [{ title: 'Notes that last', clip: 'database' }] },
    ],
    learners: [],
  },
  {
    issuer: AURORA,
    title: 'Data Engineering with SQL',
    description:
      'From a folder of spreadsheets to tables that a whole company can trust. Imports that can be repeated, checks that fail loudly, and reports that are ready before breakfast.',
    category: 'Database',
    price: '39',
    daysAgo: 610,
    art: { motif: 'rows', colours: ['#1c1b3a', '#4a3f8f', '#8fe3cf'] },
    modules: [
      {
        title: 'Getting data in',
        lessons: [
          { title: 'Imports that can be repeated', clip: 'database' },
          { title: 'Checks that fail loudly', clip: 'backend' },
        ],
      },
      { title: 'Getting answers out', lessons: [{ title: 'Reports before breakfast', clip: 'database' }] },
    ],
    learners: [],
  },
  {
    issuer: LINDQVIST,
    title: 'Colour and Accessibility',
    description:
      'Palettes that one reader in twelve can tell apart too. Contrast, colour blindness and dark themes, measured rather than guessed, on the pages of a real timetable.',
    category: 'Frontend',
    price: '29',
    daysAgo: 430,
    art: { motif: 'screens', colours: ['#3b1030', '#9c3d6b', '#ffe08a'] },
    modules: [
      {
        title: 'Seeing differently',
        lessons: [
          { title: 'How colour reaches the eye', clip: 'mobile' },
          { title: 'Contrast, measured', clip: 'react' },
        ],
      },
      { title: 'Day and night', lessons: [{ title: 'Themes that keep their meaning', clip: 'mobile' }] },
    ],
    learners: [],
  },
];
