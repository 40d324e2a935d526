import { and, eq, isNull } from 'drizzle-orm';
import { env } from '#app/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { issuerDecisions, users } from '#db/schema/accounts.ts';
import { ownerOfToken } from './one-time-tokens.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';

/** Marks an address as verified, once; with ISSUER_APPROVAL=auto an issuer is approved by it. */
export function markEmailVerified(tx: Transaction, userId: string) {
  const verified = tx
    .update(users)
    .set({ emailVerifiedAt: now() })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ role: users.role })
    .get();
  if (!verified) return;
  recordSecurityEvent('email verified', { userId });
  if (verified.role === 'admin' && env.ISSUER_APPROVAL === 'auto') {
    tx.insert(issuerDecisions).values({ userId, decision: 'approved', decidedAt: now() }).run();
  }
}

/**
 * Finds whose live verification link this is, and changes nothing.
 * @throws AppError invalid 'Verification failed'
 */
export function requireVerificationLink(token: string): { userId: string } {
  const owner = ownerOfToken(token, 'verify-email');
  if (!owner) throw invalid('Verification failed');
  return { userId: owner.userId };
}

export const EMAIL_VERIFIED = 'Email verified successfully!';

/**
 * Verifies the address that a link was sent to. The same link works again within its life: people press twice.
 * @throws AppError invalid 'Verification failed'
 */
export function verifyEmail(token: string): { message: string } {
  const { userId } = requireVerificationLink(token);
  transaction((tx) => markEmailVerified(tx, userId));
  return { message: EMAIL_VERIFIED };
}
