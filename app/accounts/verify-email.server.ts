import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { concerning, recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { env } from '#app/config/env.server.ts';
import { verifyEmailMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { issuerWaitsMail } from '#app/mail/site-mails.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { issuerDecisions, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { forgotPasswordSchema } from './account.schema.server.ts';
import type { Actor } from './actor.server.ts';
import { claimAddress } from './addresses.server.ts';
import { issueOneTimeToken, ownerOfToken } from './one-time-tokens.server.ts';
import { limit, mayMail } from './rate-limits.server.ts';
import { uncountConfirmed } from './register.server.ts';

export const verificationSent = () => t('resendVerification.ifThisAddressHasAnAccount');

/**
 * Mails another verification link. An address without an account, with a verified account, or with five such mails in the
 * last hour gets the same response after the same work.
 * @param input {email}
 * @param redirectTo as for `register`
 * @throws AppError invalid; rate-limited, counted per client address
 */
export async function resendVerification(
  actor: Actor,
  input: z.output<typeof forgotPasswordSchema>,
  redirectTo: string | null = null,
): Promise<{ message: string }> {
  const { email } = input;
  await limit(actor, 'verification-mail');
  const mailAllowed = await mayMail(email, 'verification-mail');
  transaction((tx) => {
    const owner = tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt)))
      .get();
    if (!owner || !mailAllowed) {
      enqueueNothing(tx);
      return;
    }
    const token = issueOneTimeToken(tx, owner.id, 'verify-email');
    enqueueMail(tx, verifyEmailMail(email, token, redirectTo));
  });
  return { message: verificationSent() };
}

/**
 * Marks an address as verified, once. It then belongs to this account and no other. With ISSUER_APPROVAL=auto this also approves
 * an issuer; otherwise the operator reads that one waits.
 */
export function markEmailVerified(tx: Transaction, userId: string) {
  const verified = tx
    .update(users)
    .set({ emailVerifiedAt: now() })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ role: users.role, email: users.email, name: users.name })
    .get();
  if (!verified) return;
  uncountConfirmed(tx, userId);
  recordSecurityEvent('email verified', { userId });
  if (verified.email) claimAddress(tx, verified.email);
  if (verified.role !== 'admin') return;
  const { ISSUER_APPROVAL, OPERATOR_EMAIL } = env();
  if (ISSUER_APPROVAL === 'auto') {
    recordAct(tx, { kind: 'system' }, 'issuer.approved', concerning(userId));
    tx.insert(issuerDecisions).values({ userId, decision: 'approved', decidedAt: now() }).run();
  } else if (OPERATOR_EMAIL) enqueueMail(tx, issuerWaitsMail(OPERATOR_EMAIL, verified.name));
}

/** Thrown for an expired or unknown verification link. */
export class VerificationFailed extends AppError {
  constructor() {
    super('invalid', t('verifyEmail.verificationFailed'));
  }
}

/**
 * Finds the account of a valid verification link without changing anything.
 * @throws VerificationFailed
 */
export function requireVerificationLink(token: string): { userId: string } {
  const owner = ownerOfToken(token, 'verify-email');
  if (!owner) throw new VerificationFailed();
  return { userId: owner.userId };
}

export const emailVerified = () => t('verifyEmail.emailVerifiedSuccessfully');

/**
 * Verifies the address of a link. The same link succeeds again while it is valid, because people click twice.
 * @throws VerificationFailed
 */
export function verifyEmail(token: string): { message: string } {
  const { userId } = requireVerificationLink(token);
  transaction((tx) => markEmailVerified(tx, userId));
  return { message: emailVerified() };
}
