import { and, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { broadcast, onBroadcast } from '#app/processes/other-processes.server.ts';
import { every } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, invalid, isDiskFull, unauthenticated } from '#app/shared/errors.server.ts';
import { db, essentialTransaction, type Transaction, transaction } from '#db/client.ts';
import { essential } from '#db/reserve.ts';
import { sessions, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { type Actor, clientOf, type Member, requireMember } from './actor.server.ts';
import { checkPassword } from './passwords.server.ts';
import { withinLimit } from './rate-limits.server.ts';

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

/**
 * Requires the actor's own password, of a super admin Password 1, before a change that a stolen session must not make.
 * @param field that held it
 * @throws AppError invalid, naming the field; rate-limited; busy
 */
export const requireOwnPassword = (actor: Member, password: string, field: string): Promise<void> =>
  withinLimit(actor, 'password-changes', async () => {
    const { id: userId } = actor.user;
    const stored = db().select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get();
    if (await checkPassword(clientOf(actor), stored?.hash, password)) return;
    transaction((tx) => recordAct(tx, actor, 'password.refused'));
    recordSecurityEvent('login failed', { form: 'settings', userId, address: actor.address });
    const message = t('ownPassword.currentPasswordIsIncorrect');
    throw invalid(message, { [field]: [message] });
  });

const PROOF_MS = 10 * 60_000;

/**
 * Whether the actor has logged in or given its password or a passkey within the last ten minutes. A token
 * with scopes needs no proof, because its scopes limit it. A named token without scopes needs one, because
 * its creation is not a login.
 */
export function hasRecentProof(actor: Member): boolean {
  if (actor.kind === 'apiToken' && actor.scopes) return true;
  const recent = and(
    eq(sessions.id, actor.sessionId),
    ne(sessions.kind, 'token'),
    gt(sql`ifnull(${sessions.provedAt}, ${sessions.createdAt})`, now() - PROOF_MS),
  );
  return db().select({ id: sessions.id }).from(sessions).where(recent).get() !== undefined;
}

/** Notes that the actor has just proved who it is, so that it is not asked for ten minutes. */
export const noteProof = (tx: Transaction, { sessionId }: Member, withSecondFactor = false) =>
  tx
    .update(sessions)
    .set({ provedAt: now(), ...(withSecondFactor && { secondFactorAt: now() }) })
    .where(and(eq(sessions.id, sessionId), ne(sessions.kind, 'token')))
    .run();

/**
 * Requires the actor's password before a change that a stolen session must not make, unless it was given just now. A password that is
 * given is checked in any case.
 * @throws AppError forbidden with the code 'password_required' without a password; invalid for a wrong one, both naming the field
 *   `password`; rate-limited; busy
 */
export async function requireRecentProof(actor: Member, password: string | undefined): Promise<void> {
  if (actor.kind === 'apiToken' && actor.scopes) return;
  if (password !== undefined) {
    await requireOwnPassword(actor, password, 'password');
    transaction((tx) => noteProof(tx, actor));
  } else if (!hasRecentProof(actor)) {
    const message = t('requireRecentProof.yourLoginIsOlderThanTenMinutes');
    throw new AppError('forbidden', message, {
      fields: { password: [message] },
      details: { code: 'password_required' },
    });
  }
}
