import { eq } from 'drizzle-orm';
import { recordAct } from '#app/audit/record-act.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { db, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
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
