import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { sessions, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { clientOf, type Member } from './actor.server.ts';
import { checkPassword } from './passwords.server.ts';
import { withinLimit } from './rate-limits.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';

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
