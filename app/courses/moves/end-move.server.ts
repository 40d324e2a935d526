import { and, eq, isNull } from 'drizzle-orm';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { coursesMoveEndedMail } from '#app/mail/course-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { courseMoves } from '#db/schema/course-moves.ts';
import { type CourseMove, partyOf } from './course-move.server.ts';

type End = { outcome: NonNullable<CourseMove['outcome']>; reason?: string };

/** Ends an open move, records the act and mails both accounts. Does nothing for a move that has ended. */
export function endMove(
  tx: Transaction,
  who: Who,
  { seq, fromId, toId }: CourseMove,
  { outcome, reason }: End,
) {
  const isWaiting = and(eq(courseMoves.seq, seq), isNull(courseMoves.outcome));
  const ended = tx.update(courseMoves).set({ outcome, endedAt: now() }).where(isWaiting).run();
  if (ended.changes === 0) return;
  recordAct(tx, who, outcome === 'moved' ? 'courses.moved' : 'courses.move_cancelled', {
    object: ['account', fromId],
    after: { to: toId, ...(reason !== undefined && { reason }) },
  });
  const [from, to] = [partyOf(fromId, tx), partyOf(toId, tx)];
  for (const party of [from, to])
    if (party && from && to)
      enqueueMail(tx, coursesMoveEndedMail(party, { from: from.username, to: to.username, outcome }));
}
