import { ownerOfToken, redeemOneTimeToken } from '#app/accounts/one-time-tokens.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { storeReportsOf } from '#app/courses/progress/unstored-reports.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { t } from '#messages';
import {
  type CourseMove,
  cancelledText,
  endMove,
  movedText,
  moveOf,
  partyOf,
  requireMovable,
  tokenOf,
} from './course-move.server.ts';
import { moveCourses } from './move-courses.server.ts';

const waitingText = () => t('moveCourses.theMoveWaitsForTheOtherMailbox');

type Reader = Pick<Transaction, 'select'>;

/**
 * The move that a mailed link is about. Changes nothing.
 * @throws AppError not-found for a wrong, replaced or expired link, and once one of the accounts has another address
 */
function moveOfLink(token: string, tx: Reader = db()) {
  const owner = ownerOfToken(token, 'move-courses');
  const move = owner && moveOf(owner.userId, tx);
  const [from, to] = move ? [partyOf(move.fromId, tx), partyOf(move.toId, tx)] : [];
  const [tokenOfFrom, tokenOfTo] = from && to ? [tokenOf(from, tx), tokenOf(to, tx)] : [];
  if (!move || !from || !to || !tokenOfFrom || !tokenOfTo)
    throw notFound(t('common.thisLinkIsNoLongerValid'));
  return { userId: owner.userId, isConfirmed: owner.used, move, from, to, tokens: [tokenOfFrom, tokenOfTo] };
}

export type AnnouncedMove = {
  from: string;
  to: string;
  reason: string;
  outcome: CourseMove['outcome'];
  /** What became of it, or null while this mailbox has not confirmed it. */
  state: string | null;
};

/** The move behind a mailed link. Read-only. @throws AppError as `moveOfLink` */
export function announcedMove(token: string): AnnouncedMove {
  const { move, from, to, isConfirmed } = moveOfLink(token);
  const { reason, outcome } = move;
  const ended = outcome && { moved: movedText, cancelled: cancelledText }[outcome]();
  return {
    from: from.username,
    to: to.username,
    reason,
    outcome,
    state: ended ?? (isConfirmed ? waitingText() : null),
  };
}

/**
 * Confirms a move from one of the mailboxes. The second one moves everything, in the same transaction. Repeating it changes nothing,
 * because people click twice.
 * @param address of the client
 * @throws AppError as `announcedMove`; conflict for a cancelled move, and as `requireMovable`
 */
export function confirmMove(token: string, address: string): { message: string } {
  const { from, to } = moveOfLink(token);
  for (const { id } of [from, to]) storeReportsOf(id);
  return transaction((tx) => {
    const { move, from, to, userId } = moveOfLink(token, tx);
    if (move.outcome === 'cancelled') throw new AppError('conflict', cancelledText());
    if (move.outcome === 'moved') return { message: movedText() };
    requireMovable(from, to);
    const who = { kind: 'visitor', address } as const;
    if (redeemOneTimeToken(tx, token, 'move-courses') !== null)
      recordAct(tx, who, 'courses.move_confirmed', { object: ['account', userId] });
    const { tokens } = moveOfLink(token, tx);
    if (tokens.some(({ usedAt }) => usedAt === null)) return { message: waitingText() };
    moveCourses(tx, from.id, to.id);
    endMove(tx, who, move, { outcome: 'moved' });
    return { message: movedText() };
  });
}

/**
 * Cancels a move from one of the mailboxes. Repeating it changes nothing.
 * @param address of the client
 * @throws AppError as `announcedMove`; conflict once everything has moved
 */
export function declineMove(token: string, address: string): { message: string } {
  return transaction((tx) => {
    const { move } = moveOfLink(token, tx);
    if (move.outcome === 'moved') throw new AppError('conflict', movedText());
    endMove(tx, { kind: 'visitor', address }, move, { outcome: 'cancelled' });
    return { message: cancelledText() };
  });
}
