import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { addressesOf } from '#app/accounts/addresses.server.ts';
import { currentCertificate } from '#app/certificates/find-certificate.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import { preparedSql } from '#db/client.ts';
import type { CompletionCertificate } from './completion-rules.ts';

/** What became of the certificate for a completed course. */
export type CompletionCertificateState =
  /** The course has none. */
  | { kind: 'none' }
  /** The learner must confirm the name, for which this is the account's. */
  | { kind: 'unconfirmed'; name: string }
  | { kind: 'waiting-for-approval' }
  /** The issuer is suspended or its quota used up, or it is being issued. */
  | { kind: 'waiting' }
  /**
   * `uniqueId` is in groups of four. If the certificate was replaced or renewed, it is the current one's. `isHeld` is false for one that
   * was issued to an address that is not the account's, such as before a move of its courses.
   */
  | { kind: 'issued'; uniqueId: string; isHeld: boolean };

/** A completed course. Times are in ms. */
export type MyCompletion = {
  seq: number;
  id: string;
  courseId: string | null;
  title: string;
  courseVersion: number;
  completedAt: number;
  certificate: CompletionCertificateState;
};

type Row = Omit<MyCompletion, 'certificate'> & {
  setting: CompletionCertificate | null;
  requestedAt: number | null;
  approvedAt: number | null;
  certificateId: string | null;
  uniqueId: string | null;
};

/** Completions of courses without an enrolment that a page shows. */
const MOST_PAST = 100;

const SELECT = `select c.seq, c.id, c.course_id as courseId, c.course_title as title, c.course_version as courseVersion,
    c.completed_at as completedAt, s.certificate as setting, q.requested_at as requestedAt, q.approved_at as approvedAt,
    q.certificate_id as certificateId, x.unique_id as uniqueId
  from course_completions c left join completion_settings s on s.course_id = c.course_id
  left join completion_certificates q on q.completion_seq = c.seq left join certificates x on x.id = q.certificate_id`;

const one = preparedSql<Row>(`${SELECT} where c.course_id = ? and c.user_id = ?`);
const some = preparedSql<Row>(
  `${SELECT} where c.user_id = ? and c.course_id in (select value from json_each(?))`,
);
const completions = preparedSql<Row>(
  `${SELECT} where c.user_id = ? and c.seq < ? order by c.seq desc limit ?`,
);

const past = preparedSql<Row>(
  `${SELECT} where c.user_id = ? and not exists (
     select 1 from enrolments e where e.course_id = c.course_id and e.user_id = c.user_id)
   order by c.seq desc limit ${MOST_PAST}`,
);

type Learner = Extract<Actor, { user: unknown }>;

function stateOf(actor: Learner, emails: string[], row: Row): CompletionCertificateState {
  const { certificateId, uniqueId } = row;
  if (certificateId !== null && uniqueId !== null) {
    const held = currentCertificate(certificateId, emails);
    return { kind: 'issued', uniqueId: held ?? formatUniqueId(uniqueId), isHeld: held !== null };
  }
  if (row.requestedAt !== null) {
    return row.approvedAt === null ? { kind: 'waiting-for-approval' } : { kind: 'waiting' };
  }
  const hasCertificate = row.setting !== null && row.setting !== 'none' && actor.user.email !== null;
  return hasCertificate ? { kind: 'unconfirmed', name: actor.user.name } : { kind: 'none' };
}

function toCompletions(actor: Learner, rows: Row[]): MyCompletion[] {
  const emails = addressesOf(actor);
  return rows.map((row) => {
    const { seq, id, courseId, title, courseVersion, completedAt } = row;
    return { seq, id, courseId, title, courseVersion, completedAt, certificate: stateOf(actor, emails, row) };
  });
}

/**
 * The actor's completion of a course, or null.
 * @throws AppError unauthenticated
 */
export function myCompletion(actor: Actor, courseId: string): MyCompletion | null {
  requireMember(actor);
  return toCompletions(actor, one().all(courseId, actor.user.id))[0] ?? null;
}

/** The actor's completions among some courses, by course. @throws AppError unauthenticated */
export function myCompletionsOf(actor: Actor, courseIds: string[]): Map<string, MyCompletion> {
  requireMember(actor);
  const found = toCompletions(actor, some().all(actor.user.id, JSON.stringify(courseIds)));
  return new Map(found.map((completion) => [completion.courseId ?? '', completion]));
}

/** The newest completions of courses that the actor has left, or that were deleted. @throws AppError unauthenticated */
export function pastCompletions(actor: Actor): MyCompletion[] {
  requireMember(actor);
  return toCompletions(actor, past().all(actor.user.id));
}

/**
 * The actor's completions, newest first.
 * @throws AppError unauthenticated; invalid for an unknown cursor
 */
export function listCompletions(
  actor: Actor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): { completions: MyCompletion[]; nextCursor: string | null } {
  requireMember(actor);
  const { rows, nextCursor } = page(completions().all(actor.user.id, seqBefore(cursor), limit + 1), limit);
  return { completions: toCompletions(actor, rows), nextCursor };
}
