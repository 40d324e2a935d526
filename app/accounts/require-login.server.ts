import { and, eq, gt, inArray, ne, type SQL } from 'drizzle-orm';
import { broadcast, onBroadcast } from '#app/processes/other-processes.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { forbidden, isDiskFull, unauthenticated } from '#app/shared/errors.server.ts';
import { every } from '#app/shared/periodic.server.ts';
import { db, essentialTransaction, type Transaction } from '#db/client.ts';
import { essential } from '#db/reserve.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { type Actor, type Member, requireMember } from './actor.server.ts';

/** Whether an actor is a program with a named API token, rather than a login in a browser or with users/login. */
export function isNamedToken(actor: Member): boolean {
  if (actor.kind === 'user') return false;
  const login = and(eq(sessions.id, actor.sessionId), ne(sessions.kind, 'token'));
  return actor.scopes !== null || !db().select({ id: sessions.id }).from(sessions).where(login).get();
}

/**
 * Requires a login, in a browser or with users/login: named API tokens may not manage the account itself.
 * @throws AppError unauthenticated; forbidden
 */
export function requireLogin(actor: Actor): asserts actor is Member {
  requireMember(actor);
  if (isNamedToken(actor)) throw forbidden(t('requireLogin.thisNeedsALogin'));
}

/**
 * Requires that the session of a request has not ended. Call it in the transaction that makes the change: a password reset may end
 * all sessions while the request waits for a password to be hashed.
 * @throws AppError unauthenticated
 */
export function requireLiveSession(tx: Pick<Transaction, 'select'>, { kind, sessionId }: Member) {
  const live = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now())))
    .get();
  if (!live || hasEnded(sessionId))
    throw unauthenticated(kind === 'apiToken' ? t('liveSession.aValidBearerTokenIsRequired') : undefined);
}

/** Ids of sessions that ended while the disk was full. They are invalid although their rows still exist. */
const endedInMemory = new Set<string>();
const DELETE_EVERY_MS = 5_000;

function endInMemory(ids: string[]) {
  for (const id of ids) endedInMemory.add(id);
}

/** Whether a session has ended although its row could not be deleted. */
export const hasEnded = (sessionId: string) => endedInMemory.size > 0 && endedInMemory.has(sessionId);

type Ended = { id: string; kind: string };

/**
 * Ends sessions. On a full disk they end in the memory of the server's processes only, until `deleteEndedSessions` succeeds.
 * @param record records the act in the transaction, if any session ended
 * @returns those that ended
 * @throws Error of a full disk: the sessions have ended, but a restart would bring them back
 */
export function endSessionRows(
  where: SQL | undefined,
  record: (tx: Transaction, ended: Ended[]) => void,
): Ended[] {
  try {
    return essentialTransaction((tx) => {
      const { id, kind } = sessions;
      const ended = tx.delete(sessions).where(where).returning({ id, kind }).all();
      if (ended.length > 0) record(tx, ended);
      return ended;
    });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    const ids = db().select({ id: sessions.id }).from(sessions).where(where).all();
    endInMemory(ids.map(({ id }) => id));
    broadcast('sessions-ended', [...endedInMemory]);
    throw error;
  }
}

/** Deletes the rows of sessions that ended while the disk was full. */
export function deleteEndedSessions() {
  if (endedInMemory.size === 0) return;
  const ids = [...endedInMemory];
  essential(() => db().delete(sessions).where(inArray(sessions.id, ids)).run());
  for (const id of ids) endedInMemory.delete(id);
}

/** Retries in the background to delete the rows of ended sessions. Returns a function that stops it. */
export function startDeletingEndedSessions() {
  onBroadcast('sessions-ended', (ids) => endInMemory(ids as string[]));
  return every(DELETE_EVERY_MS, deleteEndedSessions)('ended sessions');
}
