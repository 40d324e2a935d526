import { googleLogin, NotRegistered, tryAgain } from '#app/accounts/google-login.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import {
  codeCookie,
  endedStateCookies,
  googleFailed,
  googleStrategy,
  hasGoogle,
  returnCookie,
  returnTarget,
} from '#app/routes/accounts/google-strategy.server.ts';
import { flashCookie } from '#app/server/session/flash.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { withRedirectTo } from '#app/shared/redirects.ts';
import { redirectTo, resource } from './respond.ts';

export const api = resource();

api('auth/google/callback').get({
  auth: 'none',
  summary: 'Complete a login with Google: the provider redirects the browser here',
  redirects: 'Back to this site: logged in, to the registration, or to the login page with the reason',
  async handle({ request, client }) {
    const target = returnTarget(request);
    const ended = endedStateCookies(request);
    const cookies = [...ended, returnCookie(null)];
    const fail = (detail: string) =>
      redirectTo(withRedirectTo('/', target), [...cookies, flashCookie({ ...googleFailed(), detail })]);
    const state = new URL(request.url).searchParams.get('state');
    if (!hasGoogle() || !state) return fail(tryAgain());
    try {
      const profile = await googleStrategy().authenticate(request);
      const { code } = googleLogin(profile, client, state);
      return redirectTo(`/auth/callback?token=${code}`, [...ended, codeCookie(code)]);
    } catch (error) {
      if (error instanceof NotRegistered) {
        return redirectTo(withRedirectTo('/register?error=not_registered', target), cookies);
      }
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
      recordSecurityEvent('google login failed', { address: client.address, reason });
      return fail(error instanceof AppError ? error.message : tryAgain());
    }
  },
});
