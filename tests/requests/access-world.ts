import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeEach } from 'vitest';
import { createApiToken } from '#app/accounts/api-tokens/create-api-token.server.ts';
import { inviteMember } from '#app/accounts/organisations/invitations.server.ts';
import { removeMember } from '#app/accounts/organisations/members.server.ts';
import { startSession } from '#app/accounts/sessions.server.ts';
import { askForCorrection } from '#app/certificates/corrections.server.ts';
import { env } from '#app/config/env.server.ts';
import { couponSchema } from '#app/courses/coupon.schema.ts';
import { createCoupon } from '#app/courses/manage-coupons.server.ts';
import { publishIssuers } from '#app/credentials/issuer-list.server.ts';
import { storeBackground } from '#app/designs/background.server.ts';
import { storeDesignImage } from '#app/designs/design-image.server.ts';
import { createWebhook } from '#app/events/webhooks/change-webhook.server.ts';
import { refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { installDatabase, sqlite, transaction } from '#db/client.ts';
import {
  makeCaptions,
  makeLessonFile,
  makeQuiz,
  makeWholeCourse,
  picture,
} from '#tests/support/course-factories.ts';
import { diploma } from '#tests/support/diplomas.ts';
import {
  certificateInput,
  giveCredit,
  makeBatch,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makePendingIssuer,
  makeStatement,
  makeSuperAdmin,
  makeVerifier,
  makeWaitingFile,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { makeMember } from '#tests/support/members.ts';
import { makeField, storePicture } from '#tests/support/own-fields.ts';
import { schedule } from '#tests/support/scheduled.ts';
import { keepDatabase, testEnvironment } from '#tests/support/setup.ts';
import type { Objects } from './access-table.ts';

/** The same person with new logins. */
function logInAgain(person: Person): Person {
  const start = (kind: 'bearer' | 'browser') =>
    transaction((tx) => startSession(tx, person.id, kind, { address: '127.0.0.1', userAgent: 'tests' }));
  return { ...person, token: start('bearer'), cookie: `certrace_session=${start('browser')}` };
}

/** What an owner, an issuer and an author have beside certificates, batches, designs and courses. */
async function makeOffice(owner: Person, uniqueId: string) {
  createCoupon(owner.actor, parseInput(couponSchema, { code: 'SPRING-25', kind: 'percent', value: '25' }));
  const wish = { field: 'courseName' as const, right: 'Law', reason: 'I took another course' };
  askForCorrection({ emails: [certificateInput().studentEmail] }, uniqueId, wish);
  const hook = { url: 'https://93.184.215.14/hooks', types: ['batch.done' as const] };
  const { webhook } = await createWebhook(owner.actor, hook);
  const limits = { scopes: ['courses:read' as const], addresses: null, expiresAt: null };
  const { token } = await createApiToken(owner.browser, { name: 'Campus', ...limits });
  const invitation = { email: 'invited@people.example', role: 'viewer' as const };
  const invitationId = await inviteMember(owner.browser, invitation);
  return {
    couponId: String(sqlite().prepare('select id from coupons').pluck().get()),
    fieldId: makeField(owner, 'level').id,
    correctionId: String(sqlite().prepare('select id from correction_requests').pluck().get()),
    webhookId: webhook.id,
    tokenId: token.id,
    invitationId,
    memberId: (await makeMember(owner, 'viewer')).id,
    organisationId: owner.id,
  };
}

/** Makes the people and objects that the rows of access-table.ts are about. */
export async function makeWorld() {
  const people = {
    individual: await makeVerifier(),
    corporate: await makeVerifier({ role: 'corporate' }),
    pending: await makePendingIssuer(),
    issuer: await makeIssuer(),
    other: await makeIssuer(),
    superadmin: await makeSuperAdmin(),
  };
  const members = {
    issuing: await makeMember(people.issuer, 'issuer'),
    author: await makeMember(people.issuer, 'author'),
    viewer: await makeMember(people.issuer, 'viewer'),
    otherIssuing: await makeMember(people.other, 'issuer'),
    otherAuthor: await makeMember(people.other, 'author'),
    otherViewer: await makeMember(people.other, 'viewer'),
    removed: await makeMember(people.issuer, 'issuer'),
  };
  await removeMember(people.issuer.browser, members.removed.id);
  const returned = logInAgain(members.removed);
  const certificate = await makeCertificate(people.issuer);
  await payFor(people.individual, certificate.uniqueId);
  const refunded = await payFor(people.individual, (await makeCertificate(people.issuer)).uniqueId);
  await refundAsSuperAdmin(people.superadmin.browser, refunded.payment.id, { reason: 'Paid by mistake' });
  const { course, module, lesson } = await makeWholeCourse(people.issuer);
  await makeCaptions(people.issuer, lesson.id);
  await publishIssuers();
  const one = (query: string) => String(sqlite().prepare(query).pluck().get());
  const objects: Objects = {
    uniqueId: certificate.uniqueId,
    certificateUuid: certificate.id,
    scheduledId: (await schedule(people.issuer, { studentEmail: 'waits@students.example' })).uniqueId,
    receiptId: one("select id from payments where state = 'paid'"),
    creditId: giveCredit(people.superadmin, people.individual, 5000).userId,
    statementId: makeStatement(people.individual),
    creditNoteId: one('select id from credit_notes'),
    courseId: course.id,
    moduleId: module.id,
    lessonId: lesson.id,
    quizId: makeQuiz(people.issuer, module.id).id,
    lessonFileId: (await makeLessonFile(people.issuer, lesson.id, 'Plan.png', await picture(40, 20))).id,
    batchId: (await makeBatch(people.issuer)).id,
    waitingId: await makeWaitingFile(people.issuer),
    designId: makeDesign(people.issuer),
    photograph: await storePicture(people.issuer.id, await picture(40, 60)),
    designImage: await storeDesignImage(people.issuer.actor, 'logo', await picture(40, 20)),
    designBackground: (await storeBackground(people.issuer.actor, 'background', diploma())).id,
    videoFile: `${one("select id from media where kind = 'video'")}.mp4`,
    thumbnailFile: `${one("select id from media where kind = 'thumbnail'")}-320.webp`,
    ...(await makeOffice(people.issuer, certificate.uniqueId)),
  };
  return { people: { ...people, ...members, returned }, objects };
}

export type World = Awaited<ReturnType<typeof makeWorld>>;

/**
 * The data that each test starts with. It is created once and copied, because hashing its passwords takes a third of a second. `present` is
 * the copy in use.
 */
let made: { world: World; database: Buffer; uploads: string; present?: Database.Database } | undefined;

const changes = () => Number(sqlite().prepare('select total_changes()').pluck().get());

/** The names and sizes of all files in a folder. */
const listing = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? `${path.slice(folder.length)} ${statSync(path).size}` : '';
    })
    .toSorted()
    .join('\n');

async function makeOnce() {
  const world = await makeWorld();
  const uploads = mkdtempSync(join(tmpdir(), 'certrace-world-'));
  cpSync(env().UPLOADS_DIR, uploads, { recursive: true });
  return { world, database: sqlite().serialize(), uploads };
}

/** Begins a test with the people and objects, as they were made. What did not change since the last time is not copied again. */
export async function enterWorld(): Promise<World> {
  made ??= await makeOnce();
  if (made.present !== sqlite() || changes() > 0) {
    sqlite().close();
    made.present = installDatabase(new Database(made.database));
  }
  if (listing(made.uploads) !== listing(env().UPLOADS_DIR)) {
    rmSync(env().UPLOADS_DIR, { recursive: true, force: true });
    cpSync(made.uploads, env().UPLOADS_DIR, { recursive: true });
  }
  return made.world;
}

/** Ends a test file. The next one may share this process, so it makes its own world. */
export function leaveWorld() {
  if (made) rmSync(made.uploads, { recursive: true, force: true });
  made = undefined;
}

/** Lets the tests of a file begin in the world, and returns what restores it within a test. */
export function shareWorld(enter: (world: World) => void) {
  const restore = async () => enter(await enterWorld());
  keepDatabase();
  beforeEach(async () => {
    testEnvironment({ RATE_LIMITS: 'off' });
    await restore();
  });
  afterAll(leaveWorld);
  return restore;
}
