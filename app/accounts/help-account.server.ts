import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { concerning, recordAct } from '#app/audit/record-act.server.ts';
import { resetPasswordMail, verifyEmailMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { sentence } from '#app/shared/fields.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { type Actor, requireSuperAdmin } from './actor.server.ts';
import { liftLocks } from './lift-lockout.server.ts';
import { issueOneTimeToken } from './one-time-tokens.server.ts';

export const helpSchema = z.object({ reason: sentence(() => t('common.reason'), 500) });
type Help = z.output<typeof helpSchema>;

const columns = {
  id: users.id,
  name: users.name,
  username: users.username,
  email: users.email,
  role: users.role,
  emailVerifiedAt: users.emailVerifiedAt,
};

type Reader = Pick<Transaction, 'select'>;

function accountOf(userId: string, tx: Reader = db()) {
  const row = tx.select(columns).from(users).where(eq(users.id, userId)).get();
  // Super admins get their passwords in a shell, and a deleted account has no address.
  if (!row || row.role === 'superadmin' || row.email === null) throw notFound();
  return { ...row, email: row.email };
}

type Account = ReturnType<typeof accountOf>;

/**
 * An account that a super admin helps.
 * @throws AppError forbidden unless the actor is a super admin; not-found, also for super admins and deleted accounts
 */
export function helpedAccount(actor: Actor, userId: string) {
  requireSuperAdmin(actor);
  const { emailVerifiedAt, role, ...account } = accountOf(userId);
  return { ...account, isIssuer: role === 'admin', isConfirmed: emailVerifiedAt !== null };
}

type HelpAct = 'account.reset_mailed' | 'account.confirmation_mailed' | 'account.unlocked';

/** Helps an account and records it with the reason, in one transaction. */
function help(
  actor: Actor,
  userId: string,
  { act, reason }: Help & { act: HelpAct },
  work: (tx: Transaction, account: Account) => void,
) {
  requireSuperAdmin(actor);
  transaction((tx) => {
    const account = accountOf(userId, tx);
    work(tx, account);
    recordAct(tx, actor, act, {
      ...concerning(userId),
      organisation: account.role === 'admin' ? userId : null,
      after: { reason },
    });
  });
}

/**
 * Mails the account a link to set a new password.
 * @throws AppError as `helpedAccount`
 */
export function mailReset(actor: Actor, userId: string, { reason }: Help): { message: string } {
  help(actor, userId, { act: 'account.reset_mailed', reason }, (tx, { id, email }) =>
    enqueueMail(tx, resetPasswordMail(email, issueOneTimeToken(tx, id, 'reset-password'))),
  );
  return { message: t('helpAccount.theResetLinkWasMailed') };
}

/**
 * Mails the account another link to confirm its address.
 * @throws AppError as `helpedAccount`; conflict for a confirmed address
 */
export function mailConfirmation(actor: Actor, userId: string, { reason }: Help): { message: string } {
  help(
    actor,
    userId,
    { act: 'account.confirmation_mailed', reason },
    (tx, { id, email, emailVerifiedAt }) => {
      if (emailVerifiedAt !== null) throw new AppError('conflict', t('helpAccount.theAddressIsConfirmed'));
      const token = issueOneTimeToken(tx, id, 'verify-email');
      enqueueMail(tx, verifyEmailMail(email, token, null));
    },
  );
  return { message: t('helpAccount.theConfirmationLinkWasMailed') };
}

/**
 * Lifts the lockouts of the account for all client addresses.
 * @throws AppError as `helpedAccount`
 */
export function liftLockout(actor: Actor, userId: string, { reason }: Help): { message: string } {
  help(actor, userId, { act: 'account.unlocked', reason }, (tx, { id, email, username }) =>
    liftLocks(tx, id, [email, username]),
  );
  return { message: t('helpAccount.theLockWasLifted') };
}
