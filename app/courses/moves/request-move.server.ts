import { eq, or } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { helpSchema } from '#app/accounts/help-account.server.ts';
import { endOneTimeTokens, issueOneTimeToken, tokenExpiry } from '#app/accounts/one-time-tokens.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { coursesMoveMail } from '#app/mail/course-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { line, MAX_EMAIL_LENGTH } from '#app/shared/fields.ts';
import { newId } from '#app/shared/ids.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { courseMoves } from '#db/schema/course-moves.ts';
import { t } from '#messages';
import { cancelledText, endMove, moveOf, type Party, partyOf, requireMovable } from './course-move.server.ts';

const otherAccount = () => t('moveCourses.otherAccount');

export const moveSchema = helpSchema.extend({ other: line(otherAccount, MAX_EMAIL_LENGTH) });

const openMoveOf = (userId: string, tx?: Transaction) => {
  const move = moveOf(userId, tx);
  return move?.outcome === null ? move : null;
};

/**
 * The usernames of the accounts of an account's move that waits for its mailboxes, or null.
 * @throws AppError forbidden unless the actor is a super admin
 */
export function waitingMove(actor: Actor, userId: string): { from: string; to: string } | null {
  requireSuperAdmin(actor);
  const move = openMoveOf(userId);
  const [from, to] = move ? [partyOf(move.fromId), partyOf(move.toId)] : [];
  return from && to ? { from: from.username, to: to.username } : null;
}

function otherParty(tx: Transaction, other: string, from: Party): Party {
  const named = other.toLowerCase();
  const isIt = or(eq(users.email, named), eq(users.username, named));
  const found = tx.select({ id: users.id }).from(users).where(isIt).get();
  const to = found ? partyOf(found.id, tx) : null;
  const refuse = (text: string) => invalid(text, { other: [text] });
  if (to === null) throw refuse(t('moveCourses.noAccountThatCanLearn'));
  if (to.id === from.id) throw refuse(t('moveCourses.thisIsTheSameAccount'));
  return to;
}

/**
 * Mails both accounts a link to confirm that everything about the courses of one moves to the other.
 * @param input {other: username or email address, reason}
 * @throws AppError forbidden unless the actor is a super admin; not-found, also for super admins and deleted accounts; invalid, naming
 *   `other`; conflict while one of them has another move or an obstacle
 */
export function requestMove(
  actor: Actor,
  fromId: string,
  { other, reason }: z.output<typeof moveSchema>,
): { message: string } {
  requireSuperAdmin(actor);
  transaction((tx) => {
    const from = partyOf(fromId, tx);
    if (!from) throw notFound();
    const to = otherParty(tx, other, from);
    requireMovable(from, to);
    for (const { id, username } of [from, to])
      if (openMoveOf(id, tx)) throw new AppError('conflict', t('moveCourses.anotherMoveWaits', { username }));
    tx.insert(courseMoves)
      .values({
        id: newId(),
        fromId,
        toId: to.id,
        requestedBy: actor.user.id,
        reason,
        requestedAt: now(),
        expiresAt: tokenExpiry('move-courses'),
      })
      .run();
    for (const party of [from, to]) {
      endOneTimeTokens(tx, party.id, 'move-courses');
      const token = issueOneTimeToken(tx, party.id, 'move-courses', party.email);
      enqueueMail(tx, coursesMoveMail(party, { from: from.username, to: to.username, reason, token }));
    }
    recordAct(tx, actor, 'courses.move_requested', {
      object: ['account', fromId],
      after: { to: to.id, reason },
    });
  });
  return { message: t('moveCourses.bothMailboxesGotALink') };
}

/**
 * Cancels the move of an account that waits for its mailboxes.
 * @throws AppError forbidden unless the actor is a super admin; conflict without one
 */
export function cancelMove(
  actor: Actor,
  userId: string,
  { reason }: z.output<typeof helpSchema>,
): { message: string } {
  requireSuperAdmin(actor);
  transaction((tx) => {
    const move = openMoveOf(userId, tx);
    if (!move) throw new AppError('conflict', t('moveCourses.noMoveWaits'));
    endMove(tx, actor, move, { outcome: 'cancelled', reason });
  });
  return { message: cancelledText() };
}
