import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestDataExport } from '#app/privacy/data-export/data-export.server.ts';
import { startMakingDataExports } from '#app/privacy/data-export/make-data-exports.server.ts';
import { sqlite } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';

/** How long an act may hold the event loop, in milliseconds of processor time. */
const STEP_MS = 100;

const folders = temporaryFolders();
let issuer: Person;

beforeEach(async () => {
  openSite(folders.make());
  issuer = await makeIssuer();
});

afterAll(() => folders.removeAll());

const processorMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Awaits work. Returns the longest time that other requests waited for a part of it, and the time of all. */
async function timeOf(work: () => Promise<unknown>) {
  let done = false;
  let longest = 0;
  const start = processorMs();
  const working = work().finally(() => {
    done = true;
  });
  while (!done) {
    const before = processorMs();
    await eventLoopTurn();
    longest = Math.max(longest, processorMs() - before);
  }
  await working;
  const all = processorMs() - start;
  if (process.env.SHOW_FIGURES)
    console.log(`${Math.round(all)} ms, the longest part ${Math.round(longest)} ms`);
  return { longest, all };
}

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
  it('takes time in proportion to its rows, in short parts', { timeout: 60_000 }, async () => {
    const count = 15_000;
    await addRows(issuer, count);
    const ready = () => sqlite().prepare('select bytes from data_exports').pluck().get() as number | null;
    await requestDataExport(issuer.browser);
    const { longest, all } = await timeOf(async () => {
      const stop = startMakingDataExports();
      await vi.waitUntil(() => ready() !== null, { timeout: 50_000, interval: 100 });
      await stop();
    });
    expect(ready()).toBeGreaterThan(count * 1_000);
    expect([longest < STEP_MS, all < count * 0.35]).toEqual([true, true]);
  });
});
