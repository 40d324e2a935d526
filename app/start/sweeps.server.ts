import { sweepEmailChanges } from '#app/accounts/email-change/request-email-change.server.ts';
import { sweepKeptForms } from '#app/accounts/kept-forms.server.ts';
import { sweepLoginAddresses, sweepLoginFailures } from '#app/accounts/lockout.server.ts';
import { sweepOneTimeTokens } from '#app/accounts/one-time-tokens.server.ts';
import { sweepInvitations } from '#app/accounts/organisations/invitations.server.ts';
import { sweepUnconfirmedRegistrations, sweepUnverifiedAccounts } from '#app/accounts/register.server.ts';
import { sweepChallenges, sweepTrustedDevices } from '#app/accounts/second-factor/challenges.server.ts';
import { sweepPasskeyChallenges } from '#app/accounts/second-factor/passkeys.server.ts';
import { sweepSessions } from '#app/accounts/sessions.server.ts';
import { sweepAudit } from '#app/audit/record-act.server.ts';
import { sweepBatches } from '#app/batches/forget-student.server.ts';
import { sweepPictures } from '#app/certificates/field-pictures.server.ts';
import { sweepCourseMoves } from '#app/courses/moves/course-move.server.ts';
import { endOverdueAttempts } from '#app/courses/quizzes/end-attempt.server.ts';
import { sweepDesignBackgrounds } from '#app/designs/background.server.ts';
import { sweepDesignImages } from '#app/designs/design-image.server.ts';
import { sweepEvents } from '#app/events/append-event.server.ts';
import { sweepHolderLinks, sweepHolderSessions } from '#app/holders/holder-sessions.server.ts';
import { sweepOutbox } from '#app/mail/outbox.server.ts';
import { sweepGatewayEvents } from '#app/payments/reconcile.server.ts';
import { sweepIdempotencyKeys } from '#app/shared/idempotency.server.ts';
import { log } from '#app/shared/log.server.ts';
import { sweepRememberedAnswers } from '#app/shared/remembered-answers.server.ts';
import { sweepMessages } from '#app/support/messages.server.ts';

/** Each sweep deletes at most `limit` expired rows, using an index, and returns their number. */
const SWEEPS: Record<string, (limit: number) => number> = {
  sessions: sweepSessions,
  'one-time tokens': sweepOneTimeTokens,
  invitations: sweepInvitations,
  'email changes': sweepEmailChanges,
  'moves of courses': sweepCourseMoves,
  'holder links': sweepHolderLinks,
  'holder sessions': sweepHolderSessions,
  'kept forms': sweepKeptForms,
  'login challenges': sweepChallenges,
  'passkey challenges': sweepPasskeyChallenges,
  'trusted devices': sweepTrustedDevices,
  'login failures': sweepLoginFailures,
  'login addresses': sweepLoginAddresses,
  'unconfirmed registrations': sweepUnconfirmedRegistrations,
  'idempotency keys': sweepIdempotencyKeys,
  'payment events': sweepGatewayEvents,
  events: sweepEvents,
  'answers of calls': sweepRememberedAnswers,
  outbox: sweepOutbox,
  batches: sweepBatches,
  'design pictures': sweepDesignImages,
  'design backgrounds': sweepDesignBackgrounds,
  photographs: sweepPictures,
  // Not deleted, but graded with the answers that were stored.
  'overdue quiz attempts': endOverdueAttempts,
  'support messages': sweepMessages,
  'unverified accounts': sweepUnverifiedAccounts,
  'audit trail': sweepAudit,
};

/** Rows per step. A step takes a few milliseconds, for which requests wait. Pending requests run between two steps. */
const STEP_ROWS = 200;

/** Runs one step of a sweep. @returns whether it has more to delete */
function sweepSome(name: string, rows: number): boolean {
  try {
    return SWEEPS[name]?.(rows) === rows;
  } catch (error) {
    log.error({ err: error, sweep: name }, 'sweep failed');
    return false;
  }
}

/**
 * Runs one step of each sweep. If one fails, the others still run.
 * @returns whether any sweep has more to delete
 */
export const sweepStep = (rows = STEP_ROWS): boolean =>
  Object.keys(SWEEPS)
    .map((name) => sweepSome(name, rows))
    .includes(true);

let left: string[] = [];

/** Deletes expired rows, one sweep after the other. @returns whether this round of sweeps has more to do */
export function sweepNext(): boolean {
  if (left.length === 0) left = Object.keys(SWEEPS);
  const [name = ''] = left;
  if (!sweepSome(name, STEP_ROWS)) left.shift();
  return left.length > 0;
}
