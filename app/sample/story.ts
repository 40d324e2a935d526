import { AURORA, BRIGHTWATER, HALDEN, KESTREL, LINDQVIST, MARA, NORTHWIND, TOMAS } from './people.ts';

/*
 * The two years before the demo, as tables of what happened when. All days count back from today, so that the demo is as fresh on
 * any day. The *-scenes.server.ts files play them with the product's own functions.
 */

/** The end of a term, with certificates for a class. `validFor` is an ISO 8601 duration. */
export const TERMS: [daysAgo: number, issuer: string, students: number, course: string, validFor?: string][] =
  [
    [698, AURORA, 16, 'Applied Cryptography', 'P2Y'],
    [660, LINDQVIST, 12, 'Typography for Screens'],
    [640, AURORA, 18, 'Cloud Operations', 'P1Y'],
    [575, AURORA, 14, 'Distributed Systems'],
    [545, LINDQVIST, 14, 'Service Design', 'P3Y'],
    [505, AURORA, 20, 'Machine Learning Foundations'],
    [430, LINDQVIST, 12, 'Colour and Accessibility'],
    [425, AURORA, 16, 'Secure Software Development Lifecycle', 'P1Y'],
    [352, AURORA, 20, 'Cloud Operations', 'P1Y'],
    [310, LINDQVIST, 14, 'Motion and Interaction'],
    [285, AURORA, 18, 'Data Engineering with SQL'],
    [215, AURORA, 18, 'Machine Learning Foundations'],
    [190, LINDQVIST, 12, 'Typography for Screens'],
    [150, AURORA, 16, 'Distributed Systems'],
    [88, AURORA, 18, 'Secure Software Development Lifecycle', 'P1Y'],
    [75, LINDQVIST, 14, 'Service Design', 'P3Y'],
    [45, AURORA, 14, 'Cloud Operations', 'P1Y'],
    [24, LINDQVIST, 10, 'Colour and Accessibility'],
    [9, AURORA, 12, 'Applied Cryptography', 'P2Y'],
  ];

/** Courses that end at any time, with certificates for one person: 62 over two years, and 16 in the last month. */
export const SINGLES: [issuer: string, course: string, validDays?: number][] = [
  [AURORA, 'Distributed Systems'],
  [LINDQVIST, 'Typography for Screens'],
  [AURORA, 'Cloud Operations', 365],
  [AURORA, 'Applied Cryptography', 730],
  [LINDQVIST, 'Motion and Interaction'],
  [AURORA, 'Data Engineering with SQL'],
  [LINDQVIST, 'Service Design', 1095],
];

/** A batch that was cancelled, and one that its issuer has checked and not started yet. */
export const UNFINISHED_BATCHES: [daysAgo: number, issuer: string, course: string, end?: 'cancelled'][] = [
  [120, LINDQVIST, 'Colour and Accessibility', 'cancelled'],
  [0.6, AURORA, 'Data Engineering with SQL'],
];

/** Renewals before or shortly after the expiry. `from` and `to` count the course's certificates. */
export const RENEWALS: [daysAgo: number, issuer: string, course: string, from: number, to: number][] = [
  [288, AURORA, 'Cloud Operations', 0, 12],
  [66, AURORA, 'Secure Software Development Lifecycle', 0, 10],
  [5, AURORA, 'Cloud Operations', 30, 36],
];

/** Certificates with a misspelt name, which are replaced two days later. */
export const CORRECTIONS: [daysAgo: number, issuer: string, course: string, wrong: string, right: string][] =
  [
    [402, AURORA, 'Distributed Systems', 'Jonas Bergstrom', 'Jonas Bergström'],
    [263, LINDQVIST, 'Service Design', 'Анастасія Ткаченко', 'Анастасія Ткачук'],
    [131, AURORA, 'Applied Cryptography', 'Μαρία Ιωαννου', 'Μαρία Ιωάννου'],
    [21, AURORA, 'Machine Learning Foundations', '刘思雨', '柳思雨'],
  ];

/** `by` is the issuer, or null for the super admin. `from` counts the course's certificates. */
export const REVOCATIONS: [
  daysAgo: number,
  by: string | null,
  course: string,
  from: number,
  count: number,
  reason: string,
][] = [
  [480, AURORA, 'Machine Learning Foundations', 4, 3, 'The examination was taken by somebody else.'],
  [333, LINDQVIST, 'Colour and Accessibility', 7, 1, 'Issued to the wrong person.'],
  [128, AURORA, 'Distributed Systems', 20, 2, 'The final project was not the student’s own work.'],
  [58, null, 'Service Design', 16, 1, 'Revoked at the request of the holder.'],
  [11, AURORA, 'Data Engineering with SQL', 9, 1, 'The course fee was never paid.'],
  [4, LINDQVIST, 'Motion and Interaction', 5, 1, 'Issued twice.'],
];

/** A third issuer, with a certificate on each of these days, that was suspended for a while. */
export const THIRD_ISSUER = {
  email: KESTREL,
  course: 'English for Engineers',
  issues: [530, 513, 496, 400, 383, 190, 64],
};
export const SUSPENSION = { suspended: 330, reinstated: 312 };

/** Verifiers and the day from which on they look certificates up. */
export const CHECKERS: [email: string, since: number][] = [
  [NORTHWIND, 700],
  [BRIGHTWATER, 690],
  [MARA, 700],
  [HALDEN, 560],
  [NORTHWIND, 700],
  [TOMAS, 520],
];
export const LOOK_UPS = 110;

/** Verifiers that pay from credit. `limit` is in dollars. */
export const CREDIT: [daysAgo: number, account: string, limit: string][] = [
  [600, NORTHWIND, '50000'],
  [380, HALDEN, '40000'],
];

export const REFUNDS: [daysAgo: number, reason: string][] = [
  [505, 'Paid by mistake: the candidate had withdrawn.'],
  [310, 'The certificate was looked up twice.'],
  [139, 'Charged to the wrong department.'],
  [38, 'The candidate had withdrawn.'],
  [8, 'Paid by mistake.'],
];

/** Fifteen learners join on each of these days. All take the free course, and some buy others. */
export const COHORTS = [640, 592, 545, 498, 451, 403, 356, 309, 261, 214, 167, 120, 72, 25];
export const COHORT_SIZE = 15;
export const PURCHASES = 80;
/** Stars that learners give, in turns. */
export const STARS = [5, 5, 4, 5, 3, 5, 5, 4, 5, 2];

type SampleCoupon = {
  ended?: number;
  /** One in so many purchases from this author uses it. */
  share?: number;
  maxUses?: number;
  /** Its first and last day, counted from its creation. */
  days?: [first: number, last: number];
};

export const COUPONS: [
  daysAgo: number,
  issuer: string,
  code: string,
  kind: 'percent' | 'amount',
  value: string,
  more: SampleCoupon,
][] = [
  [600, AURORA, 'WELCOME10', 'percent', '10', { ended: 380, share: 3 }],
  [420, LINDQVIST, 'STUDIO-5', 'amount', '5', { share: 2, maxUses: 40 }],
  [200, AURORA, 'TEACHERS', 'percent', '50', { share: 4 }],
  [90, AURORA, 'OPEN-DAY', 'amount', '15', { maxUses: 25, days: [0, 14] }],
  [4, AURORA, 'NEW-TERM', 'percent', '20', { maxUses: 100, days: [21, 51] }],
];

/** Messages of students. The super admin has handled all but the newest. */
export const MESSAGES: [
  daysAgo: number,
  student: number,
  topic: 'contact' | 'support',
  subject: string,
  message: string,
][] = [
  [
    611,
    3,
    'contact',
    'A certificate from a closed school',
    'My school has closed. Who keeps its certificates valid?',
  ],
  [
    377,
    12,
    'support',
    'The mail never arrived',
    'I finished the course last week. Could you send the certificate again?',
  ],
  [
    204,
    25,
    'contact',
    'Two certificates for one course',
    'One of my two certificates is marked as revoked. Which one do I show?',
  ],
  [
    92,
    7,
    'support',
    'Statements for our accounts',
    'We need last year’s statements with our tax ID. Where do we find them?',
  ],
  [
    6,
    41,
    'contact',
    'Verifying sixty applicants',
    'We hire every spring. Can we check sixty certificates at once?',
  ],
  [1, 18, 'support', 'My name has changed', 'I married in June. Can my certificate carry my new name?'],
];

/** The seller on receipts. */
export const SELLER = {
  name: 'Certrace Demo Ltd.',
  address: '1 Harbour Street\nFenwick',
  taxId: 'XX 123 456 789',
  taxRate: '19',
};
