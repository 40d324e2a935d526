import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeOrganisation } from '#app/accounts/organisations/close-organisation.server.ts';
import { deleteLesson } from '#app/courses/change-lesson.server.ts';
import { deleteModule } from '#app/courses/modules.server.ts';
import { createWebhook } from '#app/events/webhooks/change-webhook.server.ts';
import { deleteWebhook } from '#app/events/webhooks/webhook.server.ts';
import { deleteDueAccounts } from '#app/privacy/account-deletion/delete-account.server.ts';
import { requestDeletion } from '#app/privacy/account-deletion/request-deletion.server.ts';
import { requestDataExport } from '#app/privacy/data-export/data-export.server.ts';
import { startMakingDataExports } from '#app/privacy/data-export/make-data-exports.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import {
  makeCertificate,
  makeIssuer,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { limitHere, partsOf } from '#tests/support/processor-time.ts';

/** How long an act may hold the event loop, in milliseconds of processor time. */
const STEP_MS = limitHere(100);

const folders = temporaryFolders();
let issuer: Person;

beforeEach(async () => {
  openSite(folders.make());
  issuer = await makeIssuer();
});

afterAll(() => folders.removeAll());

const many = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

/** Adds to an account `count` rows of each kind that it can have many of. */
async function addRows({ id, email }: Person, count: number) {
  await makeCertificate(issuer);
  const { module } = await makeWholeCourse(issuer);
  await makeQuiz(issuer, module.id);
  const run = (sql: string) => sqlite().prepare(`insert into ${sql}`).run({ id, email });
  run(`events (id, type, object_id, account_id, created_at)
    ${many(count)} select 'e' || i, iif(i % 2, 'payment.paid', 'certificate.issued'), 'x', @id, 1 from n where @email <> ''`);
  run(`certificates (id, unique_id, issuer_id, issuer_name, issuer_username, student_name, student_email,
      course_name, issue_date, layout_version, created_at)
    ${many(count)} select 'r' || i, printf('%016d', i), @id, issuer_name, issuer_username, student_name, @email,
      course_name, issue_date, layout_version, created_at from certificates, n where certificates.seq = 1`);
  run(`verifications (id, certificate_id, verifier_id, issuer_id, student_email, looked_up_at)
    select 'v' || id, id, @id, issuer_id, student_email, 1 from certificates where id like 'r%' and @email <> ''`);
  run(`payments (id, payer_id, gateway, state, amount_minor, currency, created_at, checked_at)
    ${many(count)} select 'y' || i, @id, 'sandbox', 'expired', 100, 'USD', 0, 0 from n where @email <> ''`);
  run(
    `credit_accounts (user_id, currency, limit_minor, owed_minor, set_by, set_at) select @id, 'USD', 1, 0, @id, 1 where @email <> ''`,
  );
  run(`credit_entries (user_id, kind, amount_minor, limit_minor, owed_minor, at)
    ${many(count)} select @id, 'draw', 1, 10000, 0, 1 from n where @email <> ''`);
  run(`quiz_attempts (id, quiz_seq, lesson_id, user_id, seed, started_at, ended_at, score, points, passed)
    ${many(count / 10)} select 'a' || i, seq, lesson_id, @id, 1, 0, 1, 0, 100, 0 from quizzes, n where @email <> ''`);
  run(`quiz_answers (attempt_seq, question_id, value, answered_at, score)
    ${many(10)} select seq, 'q' || i, 'true', 0, 100 from quiz_attempts, n where @email <> '' and @id <> ''`);
  run(`batches (id, issuer_id, status, total, failed, created_at)
    select 'b', @id, 'done', 0, 0, 1 where @email <> ''`);
  run(`batch_rows (batch_seq, line, student_email, student_name, course_name, issue_date, allow_duplicate)
    ${many(count)} select seq, i, @email, 'S', 'C', '2026-01-01', 0 from batches, n where @id <> ''`);
}

describe('a copy of the data of an account', () => {
  it('takes time in proportion to its rows, in short parts', async () => {
    const count = 15_000;
    await addRows(issuer, count);
    const ready = () => sqlite().prepare('select bytes from data_exports').pluck().get() as number | null;
    await requestDataExport(issuer.browser);
    const { longest, all } = await partsOf(async () => {
      const stop = startMakingDataExports();
      await vi.waitUntil(() => ready() !== null, { timeout: 50_000, interval: 100 });
      await stop();
    });
    expect(ready()).toBeGreaterThan(count * 1_000);
    expect([longest < STEP_MS, all < count * limitHere(0.35)]).toEqual([true, true]);
  });
});

/** Adds a webhook of an account, or of its organisation, with deliveries. */
async function addDeliveries(of: Person, count: number) {
  const { webhook } = await createWebhook(of.actor, {
    url: 'https://93.184.215.14/hooks',
    types: ['batch.done'],
  });
  sqlite().exec(
    `insert into events (id, type, object_id, account_id, created_at)
       ${many(count)} select 'w' || i, 'batch.done', 'x', null, 1 from n;
     insert into webhook_deliveries (id, webhook_seq, event_seq, order_key, created_at)
       select 'd' || e.id, w.seq, e.seq, 'x', 1 from events e, webhooks w where e.id like 'w%'`,
  );
  return webhook.id;
}

const left = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();

/** Adds learners with attempts at all quizzes, of 10 answers each, and their progress. */
function addAttempts(count: number) {
  sqlite().exec(
    `insert into users (id, name, email, username, role, password_hash, created_at)
       ${many(count)} select 'p' || i, 'P', 'p' || i || '@x.example', 'p' || i, 'individual', '', 0 from n;
     insert into quiz_attempts (id, quiz_seq, lesson_id, user_id, seed, started_at, ended_at, score, points, passed)
       select 'a' || u.id || q.seq, q.seq, q.lesson_id, u.id, 1, 0, 1, 0, 100, 0 from quizzes q, users u where u.id like 'p%';
     insert into quiz_answers (attempt_seq, question_id, value, answered_at, score)
       ${many(10)} select seq, 'q' || i, 'true', 0, 100 from quiz_attempts, n;
     insert into lesson_progress (course_id, user_id, lesson_id, active_at)
       select m.course_id, a.user_id, l.id, 1 from quiz_attempts a join lessons l on l.id = a.lesson_id join modules m on m.id = l.module_id`,
  );
}

describe('in short parts is deleted', () => {
  it('a webhook with 100,000 deliveries', async () => {
    const id = await addDeliveries(issuer, 100_000);
    const { longest } = await partsOf(async () => deleteWebhook(issuer.actor, id));
    expect([left('webhooks'), left('webhook_deliveries'), longest < STEP_MS]).toEqual([0, 0, true]);
  });

  it('an organisation with 100,000 deliveries', async () => {
    await addDeliveries(issuer, 100_000);
    const { longest } = await partsOf(() => closeOrganisation(issuer.browser));
    expect([left('webhooks'), left('webhook_deliveries'), longest < STEP_MS]).toEqual([0, 0, true]);
  });

  it('an account with 100,000 events and deliveries, and 10,000 attempts', async () => {
    const verifier = await makeVerifier();
    await addDeliveries(verifier, 100_000);
    sqlite().prepare('update events set account_id = ?').run(verifier.id);
    const { module } = await makeWholeCourse(issuer);
    await makeQuiz(issuer, module.id);
    addAttempts(10_000);
    sqlite().prepare('update quiz_attempts set user_id = ?').run(verifier.id);
    await requestDeletion(verifier.browser, { password: PASSWORD });
    const due = Date.now() + 8 * 86_400_000;
    setClock(() => due);
    const { longest } = await partsOf(deleteDueAccounts);
    const kept = sqlite()
      .prepare('select count(*) from events where account_id = ?')
      .pluck()
      .get(verifier.id);
    expect([kept, left('webhook_deliveries'), left('quiz_answers'), longest < STEP_MS]).toEqual([
      0,
      0,
      0,
      true,
    ]);
  });

  it('a lesson, and a module, with 10,000 attempts at a quiz', async () => {
    const { module } = await makeWholeCourse(issuer);
    const quiz = await makeQuiz(issuer, module.id);
    await makeQuiz(issuer, module.id);
    addAttempts(10_000);
    const ofLesson = await partsOf(() => deleteLesson(issuer.actor, quiz.id));
    expect([left('quiz_attempts'), left('lesson_progress')]).toEqual([10_000, 10_000]);
    const ofModule = await partsOf(() => deleteModule(issuer.actor, module.id));
    expect([left('quiz_answers'), left('lesson_progress')]).toEqual([0, 0]);
    expect([ofLesson.longest < STEP_MS, ofModule.longest < STEP_MS]).toEqual([true, true]);
  });
});
