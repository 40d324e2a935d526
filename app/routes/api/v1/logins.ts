import { z } from 'zod';
import {
  adminLoginSchema,
  fillInAll,
  loginSchema,
  superAdminLoginSchema,
} from '#app/accounts/account.schema.server.ts';
import { logout } from '#app/accounts/account-sessions.server.ts';
import { googleLogin, NotRegistered, tryAgain } from '#app/accounts/google-login.server.ts';
import { lockedTexts } from '#app/accounts/lockout.server.ts';
import {
  adminLogin,
  loggedInTexts,
  login,
  loginFailed,
  superAdminLogin,
} from '#app/accounts/login.server.ts';
import { verifyYourEmail } from '#app/accounts/register.server.ts';
import { secondFactorNeeded } from '#app/accounts/second-factor/challenges.server.ts';
import { secondStepSchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import { secondStep, wrongCode } from '#app/accounts/second-factor/second-step.server.ts';
import { recordSecurityEvent } from '#app/audit/record-act.server.ts';
import {
  codeCookie,
  endedStateCookies,
  googleFailed,
  googleStrategy,
  hasGoogle,
  returnCookie,
  returnTarget,
} from '#app/routes/accounts/google-strategy.server.ts';
import { flashCookie } from '#app/server/session/context.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { redirectTo, resource } from './respond.ts';
import { bearerToken, loginErrorSchema, userObject } from './schemas/accounts.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('users/login').post({
  auth: 'none',
  summary: 'Log in with email and password',
  body: loginSchema,
  missingMessage: fillInAll,
  example: { email: 'mara@osei.example', password: 'blue-heron-over-fen' },
  responses: { 200: success({ message: z.literal(loggedInTexts()), token: bearerToken, user: userObject }) },
  failures: {
    401: `${loginFailed()} Or, with a challenge: ${secondFactorNeeded()}`,
    403: verifyYourEmail(),
    429: lockedTexts(),
  },
  failureSchemas: { 401: loginErrorSchema },
  async handle({ input, client }) {
    const { message, token, user } = await login(await input(), client, 'bearer');
    return { body: { success: true, message, token, user: userObject.serialize(user) } };
  },
});

api('users/login/second-factor').post({
  auth: 'none',
  summary: 'Finish a login that answered second_factor_required, with a code of the app or a recovery code',
  body: secondStepSchema,
  example: { challenge: 'g3QyEbM6x6Jp8vXj1nGqf0dZP9SxkT5uR2hLwYcAo4I', code: '492039' },
  responses: {
    200: success({
      message: z.literal(loggedInTexts()),
      token: bearerToken,
      isSuperAdmin: z.boolean().optional(),
      user: userObject,
    }),
  },
  failures: { 401: wrongCode(), 429: lockedTexts() },
  async handle({ input, client }) {
    const { message, token, user, form } = secondStep(await input(), client, 'bearer');
    return {
      body: {
        success: true,
        message,
        token,
        // As the call of the first step answers.
        ...(form !== 'user' && { isSuperAdmin: user.role === 'superadmin' }),
        user: userObject.serialize(user),
      },
    };
  },
});

api('admin/login').post({
  auth: 'none',
  summary: 'Log in as an issuer {username, password} or as a super admin {userId, password1, password2}',
  body: z.union([adminLoginSchema, superAdminLoginSchema]),
  example: { username: 'aurora-institute', password: 'blue-heron-over-fen' },
  responses: {
    200: success({
      message: z.literal(loggedInTexts()),
      token: bearerToken,
      isSuperAdmin: z.boolean(),
      user: userObject,
    }),
  },
  failures: {
    401: `${loginFailed()} Or, with a challenge: ${secondFactorNeeded()}`,
    403: verifyYourEmail(),
    429: lockedTexts(),
  },
  failureSchemas: { 401: loginErrorSchema },
  async handle({ json, client }) {
    const fields = await json();
    const { message, token, user } = await ('userId' in fields
      ? superAdminLogin(parseInput(superAdminLoginSchema, fields, fillInAll()), client, 'bearer')
      : adminLogin(parseInput(adminLoginSchema, fields, fillInAll()), client, 'bearer'));
    return {
      body: {
        success: true,
        message,
        token,
        isSuperAdmin: user.role === 'superadmin',
        user: userObject.serialize(user),
      },
    };
  },
});

api('auth/google').get({
  auth: 'none',
  summary:
    'Start a login with Google, in a browser. ?redirectTo= is the path of this site to open afterwards',
  redirects: 'To Google, or to the login page if this site has no Google login',
  async handle({ request, query }) {
    const target = parseRedirectTarget(query.redirectTo);
    if (!hasGoogle()) {
      const detail = 'Google login is not configured on this site.';
      return redirectTo(withRedirectTo('/', target), [flashCookie({ ...googleFailed(), detail })]);
    }
    // With a state in the URL, the strategy would mistake this request for the provider's response.
    const { origin, pathname } = new URL(request.url);
    const start = new Request(`${origin}${pathname}`, { headers: request.headers });
    const answer = await googleStrategy()
      .authenticate(start)
      .catch((thrown: unknown) => thrown);
    if (!(answer instanceof Response)) throw answer;
    const headers = new Headers(answer.headers);
    headers.append('Set-Cookie', returnCookie(target));
    return new Response(null, { status: answer.status, headers });
  },
});

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

api('users/logout').post({
  auth: 'bearer',
  summary: 'Revoke the token of this call',
  responses: { 200: success({}) },
  handle({ actor }) {
    logout(actor);
    return { body: { success: true } };
  },
});
