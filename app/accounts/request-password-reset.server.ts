import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { resetPasswordMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { forgotPasswordSchema } from './account.schema.server.ts';
import type { Actor } from './actor.server.ts';
import { issueOneTimeToken } from './one-time-tokens.server.ts';
import { limit, mayMail } from './rate-limits.server.ts';

export const resetLinkSent = () => t('requestPasswordReset.resetLinkSentSuccessfully');

/**
 * Mails a link to set a new password, which replaces earlier links. An address without an account, or with five such mails
 * in the last hour, gets the same response after the same work.
 * @param input {email}
 * @throws AppError invalid; rate-limited, counted per client address
 */
export async function requestPasswordReset(
  actor: Actor,
  input: z.output<typeof forgotPasswordSchema>,
): Promise<{ message: string }> {
  const { email } = input;
  await limit(actor, 'forgot-password');
  const mailAllowed = await mayMail(email, 'forgot-password');
  transaction((tx) => {
    const owner = tx.select({ id: users.id }).from(users).where(eq(users.email, email)).get();
    if (!owner || !mailAllowed) {
      enqueueNothing(tx);
      return;
    }
    const token = issueOneTimeToken(tx, owner.id, 'reset-password');
    enqueueMail(tx, resetPasswordMail(email, token));
  });
  return { message: resetLinkSent() };
}
