import { redirect } from 'react-router';
import { redeemGoogleLogin } from '#app/accounts/google-login.server.ts';
import { SecondFactorRequired } from '#app/accounts/second-factor/challenges.server.ts';
import {
  endedCodeCookie,
  googleFailed,
  isOwnCode,
  returnCookie,
  returnTarget,
} from '#app/routes/accounts/google-strategy.server.ts';
import {
  afterLogin,
  loginClientOf,
  loginCookies,
  toSecondFactor,
} from '#app/routes/accounts/login-form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { flashCookie } from '#app/server/session/context.server.ts';
import { AppError, forbidden } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import type { Route } from './+types/google-done';

const successText = () => t('googleDone.googleLoginSuccessful');

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

/** /auth/callback: exchanges the one-time code of a Google login for the session. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  try {
    const code = url.searchParams.get('token') ?? '';
    if (!isOwnCode(request, code)) throw forbidden();
    const login = redeemGoogleLogin(code, loginClientOf(request, context));
    const headers = new Headers();
    for (const cookie of loginCookies(login)) headers.append('Set-Cookie', cookie);
    headers.append('Set-Cookie', endedCodeCookie());
    headers.append('Set-Cookie', returnCookie(null));
    headers.append('Set-Cookie', flashCookie({ kind: 'success', message: afterLogin(login, successText) }));
    return redirect(returnTarget(request) ?? '/dashboard', { headers });
  } catch (error) {
    if (error instanceof SecondFactorRequired) {
      const answer = toSecondFactor(error, returnTarget(request) ?? '/dashboard');
      answer.headers.append('Set-Cookie', endedCodeCookie());
      answer.headers.append('Set-Cookie', returnCookie(null));
      return answer;
    }
    if (!(error instanceof AppError)) throw error;
    return redirect('/login', { headers: { 'Set-Cookie': flashCookie(googleFailed()) } });
  }
}
