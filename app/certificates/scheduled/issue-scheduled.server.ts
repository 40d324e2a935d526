import { and, eq, isNull, sql } from 'drizzle-orm';
import { issuerLanguage } from '#app/accounts/account-language.server.ts';
import { findIssuer } from '#app/accounts/issuers.server.ts';
import { roleOf } from '#app/accounts/organisations/membership.server.ts';
import { mayDo } from '#app/accounts/organisations/roles.ts';
import { chooseDesign } from '#app/certificates/choose-design.server.ts';
import { drawWhenIdle } from '#app/certificates/draw-when-idle.server.ts';
import { requireNoDuplicate } from '#app/certificates/duplicates.server.ts';
import { carriedOver } from '#app/certificates/field-values.server.ts';
import { contentOf } from '#app/certificates/fields.ts';
import { issueOnce } from '#app/certificates/issue-certificate.server.ts';
import { giveBackToQuota } from '#app/certificates/issue-quota.server.ts';
import { requireLegible } from '#app/certificates/legible.server.ts';
import { requirePrintable } from '#app/certificates/new-certificate.server.ts';
import { LANE } from '#app/mail/compose.server.ts';
import { CODES } from '#app/messages/messages.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { every, letOthersRun } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, isDiskFull } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, prepared, preparedValue, type Transaction } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import { OF_BACKUP } from './of-backup.server.ts';
import { NotIssued, problemOf, scheduledProblem, tellProblems } from './problems.server.ts';
import {
  followerOf,
  inputOf,
  type ScheduledInput,
  type ScheduledRow,
} from './scheduled-certificate.server.ts';

const EVERY_MS = 1_000;
/** Certificates of an issuer that are signed together. */
const STEP = 20;
/** After an error that may pass. */
const PAUSE_MS = 10_000;
/** How often a certificate may fail with an unexpected error before it counts as not issued. */
const TRIES = 3;

const take = prepared(() =>
  db()
    .delete(scheduledCertificates)
    .where(
      and(
        eq(scheduledCertificates.seq, sql.placeholder('seq')),
        eq(scheduledCertificates.revision, sql.placeholder('revision')),
        isNull(scheduledCertificates.problem),
      ),
    )
    .prepare(),
);

/** The issuer of a certificate, if it waited in no backup, and if it and the member who scheduled it may still issue. */
function issuerNow({ issuerId, issuedBy, completionSeq, batchSeq, dueAt }: ScheduledRow) {
  if (dueAt === OF_BACKUP) throw new NotIssued(scheduledProblem('restored'));
  const issuer = findIssuer(issuerId);
  if (!issuer) throw new NotIssued(scheduledProblem('suspended'));
  // A batch and a course go on without the member who started them.
  if (completionSeq === null && batchSeq === null) {
    const role = roleOf(issuerId, issuedBy ?? issuerId);
    if (!role || !mayDo(role, 'certificates')) throw new NotIssued(scheduledProblem('member'));
  }
  return { ...issuer, issuedBy };
}

/** Own fields: of a batch as it was checked, otherwise with the names of now. */
const frozenOf = (issuerId: string, { designVersionId, frozen = [] }: ScheduledInput) =>
  designVersionId === undefined ? carriedOver(issuerId, frozen) : frozen;

/** Issues a certificate whose time has come. The transaction that stores it deletes its row, so that it is issued once. */
async function issueNow(row: ScheduledRow) {
  const { seq, revision, id, uniqueId, issuerId } = row;
  const issuer = issuerNow(row);
  const input = inputOf(row);
  const follower = followerOf(row);
  // Problems of fields are stored as codes, because several people read them.
  const content = inLanguage(CODES, () => {
    const { designVersionId } = input;
    const chosen =
      designVersionId === undefined
        ? chooseDesign(issuerId, input)
        : { ...contentOf(input), designVersionId };
    requirePrintable(issuer, chosen);
    return { ...chosen, frozen: frozenOf(issuerId, input) };
  });
  // As codes, which `issueOnce` does not write.
  await inLanguage(CODES, () => requireLegible(issuer, content));
  await issueOnce(issuer, content, {
    ids: { id, uniqueId },
    lane: row.batchSeq === null ? undefined : LANE.batch,
    completed: follower?.completed?.(row),
    before(tx) {
      if (follower?.isWithdrawn?.(row)) return id;
      // Meanwhile it was withdrawn, changed, or issued by another process.
      if (take().run({ seq, revision }).changes === 0) return id;
      issuerNow(row);
      requireNoDuplicate(issuerId, input);
      // It is counted again, because the quota may be another one today.
      if (row.countedAt !== null) giveBackToQuota(tx, issuerId, 1, row.countedAt);
      return null;
    },
    after(tx) {
      follower?.issued(tx, row, id);
      drawWhenIdle([uniqueId]);
    },
  });
}

/** Lists a certificate as not issued. */
function refuse(tx: Transaction, row: ScheduledRow, problem: string) {
  const { seq, revision, issuerId, countedAt } = row;
  const follower = followerOf(row);
  if (follower?.isWithdrawn?.(row)) return;
  const { changes } = tx
    .update(scheduledCertificates)
    .set({ problem, countedAt: null, batchSeq: null, batchLine: null })
    .where(
      and(
        eq(scheduledCertificates.seq, seq),
        eq(scheduledCertificates.revision, revision),
        isNull(scheduledCertificates.problem),
      ),
    )
    .run();
  if (changes === 0) return;
  if (countedAt !== null) giveBackToQuota(tx, issuerId, 1, countedAt);
  follower?.failed?.(tx, row, problem);
}

/** Unexpected failures by `seq`, and when to try again. */
const failures = new Map<number, { times: number; until: number }>();

/** The problem of a certificate whose time has come. Null for an error that may pass: it is tried again. */
function problemAfter(seq: number, error: unknown): string | null {
  const problem = problemOf(error);
  if (problem !== null) return problem;
  const times = (failures.get(seq)?.times ?? 0) + 1;
  const mayPass = error instanceof AppError || isDiskFull(error);
  if (!mayPass && times >= TRIES) return scheduledProblem('not-stored');
  failures.set(seq, { times: mayPass ? 0 : times, until: now() + PAUSE_MS });
  return null;
}

async function issueDue(row: ScheduledRow) {
  try {
    await inLanguage(issuerLanguage(row.issuerId), () => issueNow(row));
    failures.delete(row.seq);
  } catch (error) {
    const isFirst = !failures.has(row.seq);
    const problem = inLanguage(CODES, () => problemAfter(row.seq, error));
    if (problem !== null) {
      await groupCommit((tx) => refuse(tx, row, problem));
      failures.delete(row.seq);
    } else if (isFirst) log.error({ err: error, row: row.id }, 'scheduled certificate not issued');
  }
}

const anyDue = preparedValue<1>(
  'select 1 from scheduled_certificates where problem is null and due_at <= ? limit 1',
);
const issuersDue = preparedValue<string>(
  'select distinct issuer_id from scheduled_certificates where problem is null and due_at <= ?',
);
const dueOf = prepared(() =>
  db()
    .select()
    .from(scheduledCertificates)
    .where(
      and(
        eq(scheduledCertificates.issuerId, sql.placeholder('issuer')),
        isNull(scheduledCertificates.problem),
        sql`(${scheduledCertificates.dueAt}, ${scheduledCertificates.seq}) > (${sql.placeholder('dueAt')}, ${sql.placeholder('seq')})`,
        sql`${scheduledCertificates.dueAt} <= ${sql.placeholder('now')}`,
      ),
    )
    .orderBy(scheduledCertificates.dueAt, scheduledCertificates.seq)
    .limit(STEP)
    .prepare(),
);

const isPaused = ({ seq }: ScheduledRow) => (failures.get(seq)?.until ?? 0) > now();

/** Issues the certificates whose time has come. Issuers take turns, so that many of one do not delay those of others. */
async function issueDueNow(stop: AbortSignal) {
  const at = now();
  if (!anyDue().get(at)) return;
  let turns = issuersDue()
    .all(at)
    .map((issuer) => ({ issuer, dueAt: -1, seq: 0 }));
  while (turns.length > 0 && !stop.aborted) {
    const next: typeof turns = [];
    for (const turn of turns) {
      if (stop.aborted) return;
      const rows = dueOf().all({ ...turn, now: at });
      await Promise.all(rows.filter((row) => !isPaused(row)).map(issueDue));
      const last = rows.at(-1);
      if (last && rows.length === STEP) next.push({ ...turn, dueAt: last.dueAt, seq: last.seq });
      await letOthersRun();
    }
    turns = next;
  }
}

/** One run of the task: issues what is due, and mails about what could not be issued. */
export async function issueScheduled(stop: AbortSignal = new AbortController().signal) {
  await issueDueNow(stop);
  tellProblems();
}

/** Issues certificates whose time has come in the background. */
export const startIssuingScheduled = every(EVERY_MS, issueScheduled);
