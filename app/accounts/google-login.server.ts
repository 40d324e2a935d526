import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { defaultOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { needsSecondFactor } from '#app/accounts/second-factor/must-set-up.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { googleLinkedMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { claimOnce } from '#app/shared/idempotency.server.ts';
import { preparedValue, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { proofSchema } from './account.schema.server.ts';
import { type Actor, requireBrowser } from './actor.server.ts';
import { isClosed, setPasswordFirst } from './closed-account.server.ts';
import { type Login, startLogin } from './login.server.ts';
import { issueOneTimeToken, redeemOneTimeToken } from './one-time-tokens.server.ts';
import { requireLiveSession, requireRecentProof } from './require-login.server.ts';
import { methodsOf, SecondFactorRequired, startChallenge } from './second-factor/challenges.server.ts';
import type { LoginClient } from './sessions.server.ts';

/** The provider's claims about the user; `sub` is Google's identifier of the account. */
export type GoogleProfile = { sub: string; email: string | null; emailVerified: boolean };

export const tryAgain = () => t('googleLogin.theLoginCouldNotBeCompleted');

/** No account has this address. Google login does not register accounts (docs/product.md, Google login). */
export class NotRegistered extends AppError {
  constructor() {
    super('not-found', t('common.youNeedToRegisterFirstBefore'));
  }
}

/**
 * Finds the account of a Google login: the one linked to its `sub`, else the one with its verified address, which is then
 * linked. The address must be verified here too: somebody else may have registered an unverified account, and their
 * password would open it.
 * @param state of the authorization request (RFC 6749): a replayed response is rejected even with its cookie
 * @returns a one-time code for `redeemGoogleLogin`, valid for a minute
 * @throws AppError forbidden with the reason; conflict for a state that was used; NotRegistered
 */
export function googleLogin(
  profile: GoogleProfile,
  { address }: LoginClient,
  state: string,
): { code: string } {
  if (!profile.email || !profile.emailVerified)
    throw forbidden(t('googleLogin.googleHasNotVerifiedThisEmailAddress'));
  const email = profile.email.trim().toLowerCase();
  return transaction((tx) => {
    if (!claimOnce(tx, 'google state', state)) throw new AppError('conflict', tryAgain());
    const linked = tx.select().from(users).where(eq(users.googleSub, profile.sub)).get();
    const account = linked ?? tx.select().from(users).where(eq(users.email, email)).get();
    if (!account) throw new NotRegistered();
    if (isClosed(account.id)) throw forbidden(setPasswordFirst());
    if (!linked) {
      if (account.emailVerifiedAt === null) throw forbidden(t('common.pleaseVerifyYourEmail'));
      if (account.googleSub !== null)
        throw forbidden(t('googleLogin.thisAccountIsLinkedToAnotherGoogleAccount'));
      tx.update(users).set({ googleSub: profile.sub }).where(eq(users.id, account.id)).run();
      if (account.email) enqueueMail(tx, googleLinkedMail({ name: account.name, email: account.email }));
      const organisation = defaultOrganisation(tx, account.id);
      const object = ['account', account.id] as const;
      recordAct(tx, { kind: 'visitor', address }, 'google.linked', { object, organisation });
      recordSecurityEvent('google linked', { userId: account.id, address });
    }
    return { code: issueOneTimeToken(tx, account.id, 'google-login') };
  });
}

/**
 * Exchanges the code of `googleLogin` for a browser session.
 * @throws AppError forbidden for a used, expired or invalid code; SecondFactorRequired
 */
export function redeemGoogleLogin(code: string, client: LoginClient): Login {
  const login = transaction((tx) => {
    const userId = redeemOneTimeToken(tx, code, 'google-login');
    if (!userId) throw forbidden(t('googleLogin.theLoginCodeIsNoLongerValid'));
    const account = { userId, form: 'google' } as const;
    // Returned, not thrown: the code is used up in either case.
    if (needsSecondFactor(userId, client))
      return new SecondFactorRequired(startChallenge(tx, account), methodsOf(userId));
    return startLogin(tx, account, client, 'browser');
  });
  if (login instanceof SecondFactorRequired) throw login;
  return login;
}

const linked = preparedValue<1>('select 1 from users where id = ? and google_sub is not null');

/** Whether a Google account can log in to an account. */
export const hasGoogleLink = (userId: string): boolean => linked().get(userId) !== undefined;

/**
 * Removes the link of the actor's account to a Google account. The next login with Google makes it again.
 * @throws AppError unauthenticated; forbidden for API tokens and with the code 'password_required'; invalid for a wrong password; conflict
 *   for an account whose password works no more, because nothing else would open it; not-found without a link; rate-limited; busy
 */
export async function removeGoogleLink(
  actor: Actor,
  { password }: z.output<typeof proofSchema>,
): Promise<{ message: string }> {
  requireBrowser(actor);
  const { id } = actor.user;
  if (isClosed(id)) throw new AppError('conflict', setPasswordFirst());
  await requireRecentProof(actor, password);
  transaction((tx) => {
    requireLiveSession(tx, actor);
    if (!hasGoogleLink(id)) throw notFound();
    tx.update(users).set({ googleSub: null }).where(eq(users.id, id)).run();
    recordAct(tx, actor, 'google.unlinked', { object: ['account', id] });
  });
  recordSecurityEvent('google unlinked', { userId: id, address: actor.address });
  return { message: t('googleLogin.theLinkToGoogleWasRemoved') };
}
