import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { verifyEmailMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { forgotPasswordSchema } from './account.schema.server.ts';
import type { Actor } from './actor.server.ts';
import { issueOneTimeToken } from './one-time-tokens.server.ts';
import { limit, mayMail } from './rate-limits.server.ts';

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
