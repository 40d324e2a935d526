import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAct } from '#app/audit/record-act.server.ts';
import { passwordChangedMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import { essentialTransaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { type Actor, clientOf } from './actor.server.ts';
import { requireLiveSession } from './live-session.server.ts';
import { endOneTimeTokens } from './one-time-tokens.server.ts';
import { requireOwnPassword } from './own-password.server.ts';
import { hashPassword } from './passwords.server.ts';
import { requireLogin } from './require-login.server.ts';
import { endChallenges } from './second-factor/challenges.server.ts';
import { forgetAllTrusted } from './second-factor/trusted-devices.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';
import { endSessions, type LoginClient, startSession } from './sessions.server.ts';
import type { passwordSchema } from './settings.schema.ts';

/**
 * Changes the actor's password. Ends every session, token and link of the account and returns the secret of a new session.
 * @param input {currentPassword, newPassword}
 * @throws AppError unauthenticated; forbidden for named API tokens and super admins, whose two passwords the operator sets;
 *   invalid, also for a wrong current password; rate-limited; busy
 */
export async function changePassword(
  actor: Actor,
  input: z.output<typeof passwordSchema>,
  client: LoginClient,
): Promise<{ message: string; token: string }> {
  requireLogin(actor);
  if (actor.user.role === 'superadmin')
    throw forbidden('The passwords of a super admin are set by the operator.');
  const { currentPassword, newPassword } = input;
  const userId = actor.user.id;
  await requireOwnPassword(actor, currentPassword, 'currentPassword');
  const passwordHash = await hashPassword(newPassword, clientOf(actor));
  const token = essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    tx.update(users).set({ passwordHash }).where(eq(users.id, userId)).run();
    endSessions(tx, userId);
    recordAct(tx, actor, 'password.changed');
    endOneTimeTokens(tx, userId, 'reset-password');
    endOneTimeTokens(tx, userId, 'google-login');
    endChallenges(tx, userId);
    forgetAllTrusted(tx, userId);
    if (actor.user.email)
      enqueueMail(tx, passwordChangedMail({ name: actor.user.name, email: actor.user.email }));
    return startSession(tx, userId, actor.kind === 'user' ? 'browser' : 'bearer', client);
  });
  recordSecurityEvent('password changed', { userId, address: client.address });
  return { message: 'Your password was changed.', token };
}
