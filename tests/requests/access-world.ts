import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { removeMember } from '#app/accounts/organisations/remove-member.server.ts';
import { env } from '#app/config/env.server.ts';
import { publishIssuers } from '#app/credentials/issuer-list.server.ts';
import { storeDesignImage } from '#app/designs/design-image.server.ts';
import { refundAsSuperAdmin } from '#app/payments/refund-as-super-admin.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import {
  makeCaptions,
  makeLessonFile,
  makeQuiz,
  makeWholeCourse,
  picture,
} from '#tests/support/course-factories.ts';
import {
  giveCredit,
  makeBatch,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makePendingIssuer,
  makeStatement,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { makeMember } from '#tests/support/members.ts';
import type { Objects } from './access-table.ts';

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
    removed: await makeMember(people.issuer, 'issuer'),
  };
  await removeMember(people.issuer.browser, members.removed.id);
  const certificate = await makeCertificate(people.issuer);
  await payFor(people.individual, certificate.uniqueId);
  const refunded = await payFor(people.individual, (await makeCertificate(people.issuer)).uniqueId);
  await refundAsSuperAdmin(people.superadmin.browser, refunded.payment.id, { reason: 'Paid by mistake' });
  const { course, module, lesson } = await makeWholeCourse(people.issuer);
  await makeCaptions(people.issuer, lesson.id);
  publishIssuers();
  const one = (query: string) => String(sqlite().prepare(query).pluck().get());
  const objects: Objects = {
    uniqueId: certificate.uniqueId,
    certificateUuid: certificate.id,
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
    designId: makeDesign(people.issuer),
    designImage: await storeDesignImage(people.issuer.actor, 'logo', await picture(40, 20)),
    videoFile: `${one("select id from media where kind = 'video'")}.mp4`,
    thumbnailFile: `${one("select id from media where kind = 'thumbnail'")}-320.webp`,
  };
  return { people: { ...people, ...members }, objects };
}

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** The data that each test starts with. It is created once and copied, because hashing its passwords takes a third of a second. */
let made: { world: World; database: Buffer; uploads: string } | undefined;

/** Begins a test with the people and objects, as they were made. */
export async function enterWorld(): Promise<World> {
  if (made) {
    sqlite().close();
    installDatabase(new Database(made.database));
    rmSync(env().UPLOADS_DIR, { recursive: true, force: true });
    cpSync(made.uploads, env().UPLOADS_DIR, { recursive: true });
    return made.world;
  }
  const world = await makeWorld();
  made = { world, database: sqlite().serialize(), uploads: mkdtempSync(join(tmpdir(), 'certrace-world-')) };
  cpSync(env().UPLOADS_DIR, made.uploads, { recursive: true });
  return world;
}

/** Ends a test file. The next one may share this process, so it makes its own world. */
export function leaveWorld() {
  if (made) rmSync(made.uploads, { recursive: true, force: true });
  made = undefined;
}
