import { eq } from 'drizzle-orm';
import { recordAct } from '#app/audit/record-act.server.ts';
import { AppError, forbidden } from '#app/shared/errors.server.ts';
import { claimOnce } from '#app/shared/idempotency.server.ts';
import { transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { isClosed, setPasswordFirst } from './closed-account.server.ts';
import { type Login, startLogin } from './login.server.ts';
import { issueOneTimeToken, redeemOneTimeToken } from './one-time-tokens.server.ts';
import { defaultOrganisation } from './organisations/default-organisation.server.ts';
import { methodsOf, SecondFactorRequired, startChallenge } from './second-factor/challenges.server.ts';
import { needsSecondFactor } from './second-factor/needs-second-factor.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';
import type { LoginClient } from './sessions.server.ts';

/** The provider's claims about the user; `sub` is Google's identifier of the account. */
export type GoogleProfile = { sub: string; email: string | null; emailVerified: boolean };

export const tryAgain = () => t('googleLogin.theLoginCouldNotBeCompleted');

/** No account has this address. Google login does not register accounts (docs/product.md, Google login). */
export class NotRegistered extends AppError {
  constructor() {
    super('not-found', t('googleLogin.youNeedToRegisterFirstBefore'));
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
      if (account.emailVerifiedAt === null) throw forbidden(t('googleLogin.pleaseVerifyYourEmail'));
      if (account.googleSub !== null)
        throw forbidden(t('googleLogin.thisAccountIsLinkedToAnotherGoogleAccount'));
      tx.update(users).set({ googleSub: profile.sub }).where(eq(users.id, account.id)).run();
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
