import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { cardOf, DECLINED_CARD, deliverMail, issue, type PaymentMethod, verify } from './acts.server.ts';
import { certificateScenes } from './certificate-scenes.server.ts';
import { courseScenes, publishing } from './course-scenes.server.ts';
import { COURSES, isEarlier } from './courses.ts';
import { DESIGNS } from './designs.ts';
import { designScenes, fieldScene, officeScenes } from './office-scenes.server.ts';
import { credit, paymentScenes } from './payment-scenes.server.ts';
import { CERTIFICATES, ISSUERS, MARA, NORTHWIND, SUPER_ADMIN, VERIFIERS } from './people.ts';
import { play, type Scene } from './stage.server.ts';

const opening: Scene[] = [
  { daysAgo: 740, act: () => createSuperAdmin(SUPER_ADMIN, { reset: false }) },
  { daysAgo: 735, act: (stage) => stage.join(ISSUERS.map((issuer) => ({ ...issuer, role: 'admin' }))) },
  { daysAgo: 720, act: (stage) => stage.join(VERIFIERS) },
  ...DESIGNS.flatMap(designScenes),
  fieldScene,
];

const issuing = CERTIFICATES.map(
  ([daysAgo, issuer, studentName, mailbox, course, validDays]): Scene => ({
    daysAgo,
    async act(stage) {
      const student = { studentName, studentEmail: `${mailbox}@students.example` };
      stage.certificates.set(mailbox, await issue(stage.actor(issuer), student, course, validDays));
    },
  }),
);

const LOOK_UPS: [daysAgo: number, verifier: string, student: string, method?: PaymentMethod][] = [
  [32, NORTHWIND, 'zoe', 'credit'],
  [3, NORTHWIND, 'alexandros', cardOf(0)],
  [2, MARA, 'zoe', cardOf(2)],
  [1, NORTHWIND, 'ingrid', DECLINED_CARD],
  [0, NORTHWIND, 'fatima', cardOf(1)],
  [0, MARA, 'alexandros'],
];

const verifying = LOOK_UPS.map(
  ([daysAgo, verifier, student, method]): Scene => ({
    daysAgo,
    act: (stage) => verify(stage.actor(verifier), stage.certificateOf(student), method),
  }),
);

/** The mailbox keeps the messages of these days. Earlier ones were delivered. */
const MAILBOX_DAYS = 7;

/** The latest scenes, which are enough for tests. */
const shortStory = [
  ...opening,
  ...issuing,
  ...credit.slice(0, 1),
  ...verifying,
  ...COURSES.filter((course) => !isEarlier(course)).map(publishing),
];
/** With the two years before it (story.ts). */
const wholeStory = [...shortStory, ...officeScenes, ...certificateScenes, ...paymentScenes, ...courseScenes];

/**
 * Plays the demo's story in an empty database, with the functions that requests call and the clock set back.
 * Its days count back from today. Does nothing if the database has data.
 * @param options.isShort leaves out the two years before, for tests
 */
export async function seedDemo({ isShort = false } = {}) {
  if (db().select({ id: users.id }).from(users).limit(1).get()) return;
  if (isShort) return play(shortStory);
  await play(wholeStory, ({ daysAgo }) => {
    if (daysAgo >= MAILBOX_DAYS) deliverMail();
  });
}
