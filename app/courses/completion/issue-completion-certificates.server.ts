import { type Actor, issuerSuspended, requireMember } from '#app/accounts/actor.server.ts';
import { findIssuer } from '#app/accounts/issuers.server.ts';
import { todayUtc } from '#app/certificates/certificate.server.ts';
import { chooseDesign } from '#app/certificates/choose-design.server.ts';
import { type CompletionFacts, completedCourse } from '#app/certificates/completed-course.server.ts';
import { draftPicture } from '#app/certificates/draft-certificate.server.ts';
import { drawWhenIdle } from '#app/certificates/draw-when-idle.server.ts';
import { EXAMPLE, lined, mapContent } from '#app/certificates/fields.ts';
import { issueOnce } from '#app/certificates/issue-certificate.server.ts';
import { holdMinutesOf } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { authoredCourse, readCourse } from '#app/courses/find-course.server.ts';
import { createWakeUp, withLock } from '#app/processes/other-processes.server.ts';
import { every, letOthersRun } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, type ErrorCode, forbidden } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { preparedSql, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { completionOf, fieldsOfCompletion } from './completion-fields.server.ts';
import { scheduleCompletion } from './schedule-completion.server.ts';

// A requested certificate waits in `completion_certificates` until the issuer has approved it, is not
// suspended, and has some of its daily quota left. The request issues the certificate if it can. This task
// issues all others, also after a crash.

const EVERY_MS = 5_000;
/** Certificates of an issuer that are signed together. */
const STEP = 20;
/** After a used-up quota, which a super admin can raise. */
const QUOTA_PAUSE_MS = 60_000;
/** After a name that no font covers, or another refusal that time alone does not end. */
const REFUSAL_PAUSE_MS = 3_600_000;

type Waiting = {
  seq: number;
  issuerId: string;
  learnerName: string;
  email: string | null;
} & CompletionFacts;

const waiting = preparedSql<Waiting>(
  `select c.seq, q.issuer_id as issuerId, q.learner_name as learnerName, u.email, c.course_title as title, c.rule,
     c.duration_seconds as durationSeconds
   from completion_certificates q join course_completions c on c.seq = q.completion_seq join users u on u.id = c.user_id
   where q.completion_seq = ? and q.certificate_id is null and q.approved_at is not null
     and not exists (select 1 from scheduled_certificates s where s.completion_seq = q.completion_seq)`,
);

const issuedBefore = preparedValue<string | null>(
  'select certificate_id from completion_certificates where completion_seq = ?',
);

const setIssued = preparedSql(
  'update completion_certificates set certificate_id = ? where completion_seq = ? and certificate_id is null',
);

type Learned = Pick<Waiting, 'email' | 'learnerName' | 'title'>;

const inputOf = ({ email, learnerName, title }: Learned) => ({
  ...mapContent(() => null),
  studentEmail: email ?? '',
  studentName: learnerName,
  courseName: title,
  issueDate: todayUtc(),
  designId: undefined,
  neverExpires: undefined,
  allowDuplicate: true,
});

/** The design's or issuer's default decides about look and validity, as for any certificate of this course. */
export const completionContent = (issuerId: string, learned: Learned & { seq?: number }) => ({
  ...chooseDesign(issuerId, inputOf(learned)),
  frozen: fieldsOfCompletion(issuerId, learned.seq),
});

async function issueNow(seq: number, alongside?: (tx: Transaction) => void): Promise<void> {
  const row = waiting().get(seq);
  const issuer = row && findIssuer(row.issuerId);
  if (!row?.email || !issuer) return;
  const content = completionContent(issuer.id, row);
  const before = () => {
    const prior = issuedBefore().get(seq);
    // The issuer may have been suspended while the credential was signed.
    if (!prior && !findIssuer(row.issuerId)) throw forbidden(issuerSuspended());
    return prior ?? null;
  };
  const minutes = holdMinutesOf(issuer.id);
  if (minutes > 0) {
    transaction((tx) => {
      if (before() !== null || !waiting().get(seq)) return;
      scheduleCompletion(tx, { issuer, input: inputOf(row), content, minutes, completionSeq: seq });
      alongside?.(tx);
    });
    return;
  }
  await issueOnce(issuer, content, {
    before,
    after: (tx, { id, uniqueId }) => {
      setIssued().run(id, seq);
      drawWhenIdle([uniqueId]);
      alongside?.(tx);
    },
    completed: completedCourse(row),
  });
}

/**
 * Issues the certificate of a completion, or lets it wait as its issuer chose, unless it is issued, waits, or its issuer is
 * suspended. Idempotent, also across processes: one transaction stores the certificate and marks the
 * completion as issued.
 * @param seq of the completion
 * @param alongside runs in the transaction that issues it
 * @throws AppError rate-limited over the issuer's daily quota; busy
 */
export const issueForCompletion = (seq: number, alongside?: (tx: Transaction) => void): Promise<void> =>
  withLock(`completion ${seq}`, () => issueNow(seq, alongside));

/** Its certificate does not wait for its time. */
const IS_UNSCHEDULED =
  'not exists (select 1 from scheduled_certificates where scheduled_certificates.completion_seq = completion_certificates.completion_seq)';

const issuersWaiting = preparedValue<string>(
  `select distinct issuer_id from completion_certificates indexed by completion_certificates_to_issue
   where certificate_id is null and approved_at is not null and ${IS_UNSCHEDULED}`,
);
const nextOfIssuer = preparedValue<number>(
  `select completion_seq from completion_certificates
   where issuer_id = ? and completion_seq > ? and certificate_id is null and approved_at is not null and ${IS_UNSCHEDULED}
   order by completion_seq limit ${STEP}`,
);

const isA = (code: ErrorCode, error: unknown) => error instanceof AppError && error.code === code;
const isQuotaUsed = (error: unknown) => isA('rate-limited', error);

/** When to try an issuer again whose quota was used up, or a completion whose certificate was refused. */
const pausedUntil = new Map<string, number>();

/** Whether something may be tried, or tried again. */
function mayTry(what: string): boolean {
  if ((pausedUntil.get(what) ?? 0) > now()) return false;
  pausedUntil.delete(what);
  return true;
}

const ofIssuer = (issuerId: string, seq: number) => `${issuerId} ${seq}`;

async function attempt(issuerId: string, seq: number) {
  try {
    await issueForCompletion(seq);
  } catch (error) {
    if (isA('invalid', error)) pausedUntil.set(ofIssuer(issuerId, seq), now() + REFUSAL_PAUSE_MS);
    throw error;
  }
}

/** Issues what waits for an issuer. One that fails does not hold up the others. */
async function issueFor(issuerId: string, stop: AbortSignal) {
  let after = 0;
  while (!stop.aborted && findIssuer(issuerId)) {
    const seqs = nextOfIssuer().all(issuerId, after);
    const results = await Promise.allSettled(
      seqs.filter((seq) => mayTry(ofIssuer(issuerId, seq))).map((seq) => attempt(issuerId, seq)),
    );
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    for (const err of failures.filter((failure) => !isQuotaUsed(failure))) {
      log.error({ err, issuer: issuerId }, 'certificate of a completion not issued');
    }
    if (failures.some(isQuotaUsed)) {
      pausedUntil.set(issuerId, now() + QUOTA_PAUSE_MS);
      return;
    }
    if (seqs.length < STEP) return;
    after = seqs.at(-1) ?? after;
    await letOthersRun();
  }
}

/** Issues everything that may be issued now. */
export async function issueWaiting(stop: AbortSignal = new AbortController().signal) {
  for (const issuerId of issuersWaiting().all()) {
    if (mayTry(issuerId)) await issueFor(issuerId, stop);
  }
}

const issuing = createWakeUp('completion');

/** Wakes the task, in whichever process it runs. Call this after approvals. */
export const wakeIssuing = issuing.wake;

/** Issues certificates of completions in the background. Returns a function that stops it. */
export function startIssuingForCompletions(name: string): () => Promise<void> {
  let stop = async () => {};
  let restart: NodeJS.Immediate | undefined;
  const begin = () => {
    stop = every(EVERY_MS, issueWaiting, { afterFailureMs: EVERY_MS })(name);
  };
  // The notification comes inside the transaction that approves; setImmediate runs after its commit.
  issuing.on(() => {
    restart ??= setImmediate(async () => {
      await stop();
      restart = undefined;
      begin();
    });
  });
  begin();
  return async () => {
    issuing.on(undefined);
    clearImmediate(restart);
    await stop();
  };
}

/**
 * The draft of the certificate that completing a course would give today to somebody with the name of an example. Null if it gives none,
 * or if its issuer may not issue.
 * @throws AppError unauthenticated; forbidden; not-found, also for another author's course; errors of `draftPicture`; invalid for a
 *   validity of the design that ends after the year 9999
 */
export function draftOfCourse(actor: Actor, courseId: string) {
  const { ownerId, title } = authoredCourse(actor, courseId);
  return draftFor(actor, { ownerId, courseId, learnerName: EXAMPLE.studentName, title });
}

/** The same draft with the name of the actor, who may read the course. @throws AppError as `draftOfCourse` */
export function draftForLearner(actor: Actor, courseId: string) {
  requireMember(actor);
  const { creator, title } = readCourse(actor, courseId);
  return draftFor(actor, { ownerId: creator.id, courseId, learnerName: actor.user.name, title });
}

type Drafted = { ownerId: string; courseId: string; learnerName: string; title: string };

function draftFor(actor: Actor, { ownerId, courseId, learnerName, title }: Drafted) {
  const issuer = completionOf(courseId).certificate === 'none' ? null : findIssuer(ownerId);
  if (!issuer) return null;
  const content = completionContent(issuer.id, { email: null, learnerName, title });
  return { ...lined(content), ...draftPicture(actor, issuer, content) };
}
