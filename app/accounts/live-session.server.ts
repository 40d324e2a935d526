import { and, eq, gt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { unauthenticated } from '#app/shared/errors.server.ts';
import type { Transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { Member } from './actor.server.ts';
import { hasEnded } from './end-session-rows.server.ts';

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
