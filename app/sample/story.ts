import story from './story.json' with { type: 'json' };

/*
 * The two years before the demo, as the tables of story.json, which say what happened when. All days count back from today, so that the demo is as fresh on
 * any day. The *-scenes.server.ts files play them with the product's own functions.
 */

/** The end of a term, with certificates for a class. `validFor` is an ISO 8601 duration. */
export const TERMS = story.terms as [
  daysAgo: number,
  issuer: string,
  students: number,
  course: string,
  validFor?: string,
][];

/** Courses that end at any time, with certificates for one person: 62 over two years, and 16 in the last month. */
export const SINGLES = story.singles as [issuer: string, course: string, validDays?: number][];

/** A batch that was cancelled, and one that its issuer has checked and not started yet. */
export const UNFINISHED_BATCHES = story.unfinishedBatches as [
  daysAgo: number,
  issuer: string,
  course: string,
  end?: 'cancelled',
][];

/** Renewals before or shortly after the expiry. `from` and `to` count the course's certificates. */
export const RENEWALS = story.renewals as [
  daysAgo: number,
  issuer: string,
  course: string,
  from: number,
  to: number,
][];

/** Certificates with a misspelt name, which are replaced two days later. */
export const CORRECTIONS = story.corrections as [
  daysAgo: number,
  issuer: string,
  course: string,
  wrong: string,
  right: string,
][];

/** `by` is the issuer, or null for the super admin. `from` counts the course's certificates. */
export const REVOCATIONS = story.revocations as [
  daysAgo: number,
  by: string | null,
  course: string,
  from: number,
  count: number,
  reason: string,
][];

/** A third issuer, with a certificate on each of these days, that was suspended for a while. */
export const THIRD_ISSUER = story.thirdIssuer;
export const SUSPENSION = story.suspension;

/** Verifiers and the day from which on they look certificates up. */
export const CHECKERS = story.checkers as [email: string, since: number][];
export const LOOK_UPS = 110;

/** Verifiers that pay from credit. `limit` is in dollars. */
export const CREDIT = story.credit as [daysAgo: number, account: string, limit: string][];

export const REFUNDS = story.refunds as [daysAgo: number, reason: string][];

/** Fifteen learners join on each of these days. All take the free course, and some buy others. */
export const COHORTS = story.cohorts;
export const COHORT_SIZE = 15;
export const PURCHASES = 80;
/** Stars that learners give, in turns. */
export const STARS = story.stars;

type SampleCoupon = {
  ended?: number;
  /** One in so many purchases from this author uses it. */
  share?: number;
  maxUses?: number;
  /** Its first and last day, counted from its creation. */
  days?: [first: number, last: number];
};

export const COUPONS = story.coupons as [
  daysAgo: number,
  issuer: string,
  code: string,
  kind: 'percent' | 'amount',
  value: string,
  more: SampleCoupon,
][];

/** Messages of students. The super admin has handled all but the newest. */
export const MESSAGES = story.messages as [
  daysAgo: number,
  student: number,
  topic: 'contact' | 'support',
  subject: string,
  message: string,
][];

/** The seller on receipts. */
export const SELLER = story.seller;
