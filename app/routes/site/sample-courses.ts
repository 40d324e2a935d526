/** Data of the static sample page. */
export type SampleCourse = {
  id: string;
  title: string;
  thumbnail: string;
  creator: string;
  category: string;
  rating: number;
  reviews: number;
  length: string;
  modules: readonly {
    title: string;
    lectures: readonly { name: string; duration: string }[];
    assignment?: string;
  }[];
  perks: readonly string[];
  assignments: readonly { title: string; description: string }[];
  description: string;
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

export const SAMPLE_COURSES: readonly [SampleCourse, ...SampleCourse[]] = [
  {
    id: '1',
    title: 'Modern CSS from the ground up',
    thumbnail: '/samples/frontend-1.svg',
    creator: 'Ingrid Solheim',
    category: 'Frontend',
    rating: 4.8,
    reviews: 312,
    length: '6 h 40 min',
    perks: ['Certificate on request', 'Lifetime access', 'Captions', 'Exercises'],
    description:
      'Layout, type and colour with what browsers offer today, without a framework. You build one small magazine from an empty file to a page that reads well on a watch, a phone and a wall.',
    requirements: [
      'You have written a little HTML.',
      'A current browser and any text editor.',
      'No design experience is needed.',
    ],
    modules: [
      {
        title: 'The cascade, kindly explained',
        lectures: [
          { name: 'What wins, and why', duration: '14:20' },
          { name: 'Layers and custom properties', duration: '18:05' },
          { name: 'Inheritance you can plan for', duration: '11:40' },
        ],
        assignment: 'Restyle a page without touching its HTML',
      },
      {
        title: 'Layout that bends',
        lectures: [
          { name: 'Grid for pages', duration: '22:10' },
          { name: 'Flex for rows', duration: '15:30' },
          { name: 'Container queries', duration: '19:45' },
        ],
        assignment: 'One card, four contexts',
      },
      {
        title: 'Type, colour and dark themes',
        lectures: [
          { name: 'Fluid type without surprises', duration: '16:00' },
          { name: 'Contrast in both themes', duration: '17:25' },
        ],
      },
    ],
    assignments: [
      {
        title: 'Restyle a page without touching its HTML',
        description: 'Two looks for one document, switched by a single attribute.',
      },
      {
        title: 'One card, four contexts',
        description: 'A card that adapts to its container in a list, a grid, a sidebar and on paper.',
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
          'I finally understand why my styles did not apply. The exercises are short and to the point.',
      },
      {
        user: 'Mai P.',
        rating: 5,
        time: '1 month ago',
        content: 'The lesson on container queries alone was worth it.',
      },
      {
        user: 'Jonas K.',
        rating: 4,
        time: '2 months ago',
        content: 'Very clear. I would have liked one more module on animation.',
      },
    ],
  },
  {
    id: '2',
    title: 'React with the server in mind',
    thumbnail: '/samples/frontend-2.svg',
    creator: 'Daniel Achterberg',
    category: 'Frontend',
    rating: 4.6,
    reviews: 187,
    length: '8 h 15 min',
    perks: ['Certificate on request', 'Lifetime access', 'Source code', 'Exercises'],
    description:
      'Pages that are whole before the first script runs: loaders, actions, forms and progressive enhancement, shown on a small booking application.',
    requirements: [
      'JavaScript functions and modules.',
      'A first acquaintance with React.',
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
];

/** The sample with this ID, or the first one. */
export const findSampleCourse = (id: string | null): SampleCourse =>
  SAMPLE_COURSES.find((course) => course.id === id) ?? SAMPLE_COURSES[0];

const count = new Intl.NumberFormat('en');

/** 12345 as '12,345'. */
export const formatCount = (number: number) => count.format(number);
