import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { secret } from '#app/shared/fields.ts';
import { db, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { registerSchema } from './account.schema.server.ts';
import type { Actor } from './actor.server.ts';
import { parseKnownDevice } from './known-device.server.ts';
import { LoginLocked } from './lockout.server.ts';
import { checkRegistrationPassword } from './login.server.ts';
import { passToken } from './one-time-tokens.server.ts';
import { insertAccount, prepareRegistration, REGISTERED } from './register.server.ts';
import { markEmailVerified, requireVerificationLink, verifyEmail } from './verify-email.server.ts';

export const registrationPasswordSchema = z.object({ password: secret() });
export const registerInsteadSchema = registerSchema.omit({ email: true });

const accountOf = (token: string) => {
  const { userId } = requireVerificationLink(token);
  return db()
    .select({ userId: users.id, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
    .get();
};

/**
 * Whether a mailed link proves the person as well as the mailbox only with the password of the registration: in another browser than
 * the one that registered. Otherwise a link scanner, or the victim of somebody else's registration, would confirm it. Changes nothing.
 * @param registered the cookie of registrations in this browser
 * @throws VerificationFailed
 */
export function asksForPassword(token: string, registered: string | null): boolean {
  const account = accountOf(token);
  if (!account || account.verifiedAt !== null) return false;
  return !parseKnownDevice(registered, REGISTERED)?.userIds.includes(account.userId);
}

const passwordNeeded = () => t('confirmRegistration.enterThePasswordOfTheRegistration');
const wrongPassword = () => t('confirmRegistration.thisIsNotThePasswordOfTheRegistration');
const refused = (message: string) => invalid(message, { password: [message] });

/**
 * Verifies the address of a link in the browser that registered.
 * @throws VerificationFailed; AppError invalid in another browser
 */
export function confirmHere(token: string, registered: string | null): { message: string } {
  if (asksForPassword(token, registered)) throw refused(passwordNeeded());
  return verifyEmail(token);
}

/**
 * Verifies the address of a link in another browser. Wrong passwords count like failed logins.
 * @throws VerificationFailed; AppError invalid for a wrong password; rate-limited; busy
 */
export async function confirmWithPassword(
  token: string,
  { password }: z.output<typeof registrationPasswordSchema>,
  address: string,
): Promise<{ message: string }> {
  const { userId } = requireVerificationLink(token);
  try {
    await checkRegistrationPassword(userId, password, address);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated' && !(error instanceof LoginLocked))
      throw refused(wrongPassword());
    throw error;
  }
  return verifyEmail(token);
}

/**
 * Replaces somebody else's registration of an address by that of its mailbox's owner, whom the link proves. Repeated, and for an address
 * that is verified, it changes nothing.
 * @throws VerificationFailed; AppError invalid; rate-limited; busy
 */
export async function registerInstead(
  actor: Actor,
  token: string,
  input: z.output<typeof registerInsteadSchema>,
): Promise<{ message: string }> {
  requireVerificationLink(token);
  const prepared = await prepareRegistration(actor, input);
  transaction((tx) => {
    const { userId } = requireVerificationLink(token);
    const stranger = tx.select().from(users).where(eq(users.id, userId)).get();
    if (!stranger?.email || stranger.emailVerifiedAt !== null) return;
    const { email } = stranger;
    passToken(tx, token, () => {
      // Nobody could log in to it, so nothing else refers to it.
      tx.delete(users).where(eq(users.id, userId)).run();
      return insertAccount(tx, actor, { ...input, ...prepared, email });
    });
    markEmailVerified(tx, requireVerificationLink(token).userId);
  });
  return verifyEmail(token);
}
