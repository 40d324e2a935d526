import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { createDesign } from '#app/designs/save-design.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { cardOf, DECLINED_CARD, deliverMail, issue, type Means, verify } from './acts.server.ts';
import { certificateScenes } from './certificate-scenes.server.ts';
import { courseScenes } from './course-scenes.server.ts';
import { COURSES } from './courses.ts';
import { DESIGNS } from './designs.ts';
import { officeScenes } from './office-scenes.server.ts';
import { credit, paymentScenes } from './payment-scenes.server.ts';
import { CERTIFICATES, ISSUERS, MARA, NORTHWIND, SUPER_ADMIN, VERIFIERS } from './people.ts';
import { publishCourse } from './publish-course.server.ts';
import { play, type Scene, type Stage } from './stage.server.ts';

/** The operator, two issuers with their designs, and two verifiers. */
const opening: Scene[] = [
  { daysAgo: 740, act: () => createSuperAdmin(SUPER_ADMIN, { reset: false }) },
  { daysAgo: 735, act: (stage) => stage.join(ISSUERS.map((issuer) => ({ ...issuer, role: 'admin' }))) },
  { daysAgo: 720, act: (stage) => stage.join(VERIFIERS) },
  ...DESIGNS.map(({ issuer, fields, defaultOf }) => ({
    daysAgo: 718,
    act(stage: Stage) {
      const id = createDesign(stage.actor(issuer), fields);
      stage.designs.set(fields.name, id);
      setDefaultDesign(stage.actor(issuer), id, { courseName: defaultOf });
    },
  })),
];

const issuing = CERTIFICATES.map(
  ({ issuer, courseName, daysAgo, validDays, ...student }): Scene => ({
    daysAgo,
    async act(stage) {
      const certificate = await issue(stage.actor(issuer), student, courseName, validDays);
      stage.certificates.set(student.studentEmail, certificate);
    },
  }),
);

const LOOK_UPS: { daysAgo: number; verifier: string; student: string; means?: Means }[] = [
  { daysAgo: 32, verifier: NORTHWIND, student: 'zoe@students.example', means: 'credit' },
  { daysAgo: 3, verifier: NORTHWIND, student: 'alexandros@students.example', means: cardOf(0) },
  { daysAgo: 2, verifier: MARA, student: 'zoe@students.example', means: cardOf(2) },
  { daysAgo: 1, verifier: NORTHWIND, student: 'ingrid@students.example', means: DECLINED_CARD },
  { daysAgo: 0, verifier: NORTHWIND, student: 'fatima@students.example', means: cardOf(1) },
  { daysAgo: 0, verifier: MARA, student: 'alexandros@students.example' },
];

const verifying = LOOK_UPS.map(
  ({ daysAgo, verifier, student, means }): Scene => ({
    daysAgo,
    async act(stage) {
      await verify(stage.actor(verifier), stage.certificateOf(student), means);
    },
  }),
);

const publishing = COURSES.map(
  (course): Scene => ({ daysAgo: course.daysAgo, act: (stage) => publishCourse(stage, course) }),
);

/** The mailbox keeps the messages of these days. Earlier ones were delivered. */
const MAILBOX_DAYS = 7;

/** What the demo's people met last, which is enough for tests. */
const shortStory = [...opening, ...issuing, ...credit.slice(0, 1), ...verifying, ...publishing];
/** With the two years before it (story.ts). */
const wholeStory = [...shortStory, ...officeScenes, ...certificateScenes, ...paymentScenes, ...courseScenes];

/**
 * Tells the story of the demo in an empty database, with the functions that requests call and the clock set back. Its days count
 * back from today. Does nothing if the database has data.
 * @param options.isShort leaves out the two years before, for tests
 */
export async function seedDemo({ isShort = false } = {}) {
  if (db().select({ id: users.id }).from(users).limit(1).get()) return;
  if (isShort) return play(shortStory);
  await play(wholeStory, ({ daysAgo }) => {
    if (daysAgo >= MAILBOX_DAYS) deliverMail();
  });
}
