import { type RouterContextProvider, redirect, redirectDocument } from 'react-router';
import type { z } from 'zod';
import { fillInAll } from '#app/accounts/account.schema.server.ts';
import type { Role } from '#app/accounts/actor.server.ts';
import { LoginFailed, LoginLocked } from '#app/accounts/lockout.server.ts';
import { EmailNotVerified, type Login, loggedInTexts } from '#app/accounts/login.server.ts';
import { CHALLENGE_MS, SecondFactorRequired } from '#app/accounts/second-factor/challenges.server.ts';
import { type LoginClient, SESSION_TTL_MS } from '#app/accounts/sessions.server.ts';
import { inLanguage, parseLanguage, readerLanguage } from '#app/messages/reader-language.server.ts';
import { delayedRedirect, form, formAction } from '#app/routes/form.server.ts';
import {
  actorContext,
  challengeCookie,
  deviceCookie,
  deviceToken,
  requestContext,
  sessionCookie,
  trustedToken,
} from '#app/server/session/context.server.ts';
import { hasKeptForm } from '#app/server/session/kept-form.server.ts';
import { type AppError, duration } from '#app/shared/errors.server.ts';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { homeOf, parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';

/** Why a login form's button is disabled. */
export type LoginLock = {
  reason: 'locked' | 'too-many';
  /** The rejected identifier. Others need not wait. */
  identifier: string;
  seconds: number;
  /** The seconds in words. */
  wait: string;
};

type LoginDetails = {
  lock: LoginLock | null;
  /** How many tries are left, once there are few. */
  triesLeft: number | null;
  /** The unverified address, for the button that sends the mail again. */
  unverified: string | null;
};

/** The error of a login. An error made in the browser has no details, because no response arrived. */
export type LoginError = FormError & Partial<LoginDetails>;

export type LoginSuccess = {
  ok: true;
  toast: Toast;
  redirectTo: string;
  delayMs: number;
  found?: { isOtherLanguage: boolean };
};

type LoginForm<Schema extends z.ZodType> = {
  schema: Schema;
  /** Name of the field that identifies the account, and names of fields that are never sent back. */
  identifierField: string;
  secretFields: readonly string[];
  /** The page after a login without a page to return to: the home of the account's role, unless the form has its own. */
  homeOf?: (role: Role) => string;
  logIn: (input: z.output<Schema>, client: LoginClient, kind: 'browser') => Promise<Login>;
};

/** Leads a login that waits for the second factor to its page. */
export const toSecondFactor = ({ challenge }: SecondFactorRequired, redirectTo: string | null) =>
  redirect(withRedirectTo('/second-factor', redirectTo), {
    headers: { 'Set-Cookie': challengeCookie(challenge, CHALLENGE_MS) },
  });

/** The client of a request. A login replaces its current session. */
export function loginClientOf(request: Request, context: Readonly<RouterContextProvider>): LoginClient {
  const { address, userAgent } = context.get(requestContext);
  const actor = context.get(actorContext);
  const endsSession = actor.kind === 'user' ? actor.sessionId : null;
  return { address, userAgent, endsSession, device: deviceToken(request), trusted: trustedToken(request) };
}

/** Whether the account has chosen another language than that of the page. */
function hasOtherLanguage({ user }: Pick<Login, 'user'>): boolean {
  const language = parseLanguage(user.language);
  return language !== null && language !== readerLanguage();
}

/** Whether the page after a login loads as a document: it has other scripts, or shows a form again. */
const loadsAsDocument = (request: Request, login: Pick<Login, 'user'>) =>
  hasOtherLanguage(login) || hasKeptForm(request);

/** Leads a login to its first page. */
export const redirectAfterLogin = (request: Request, to: string, login: Login, headers: Headers) =>
  (loadsAsDocument(request, login) ? redirectDocument : redirect)(to, { headers });

/** The Set-Cookie headers of a login. */
export const loginCookies = ({ token, device }: Pick<Login, 'token' | 'device'>) => [
  sessionCookie(token, SESSION_TTL_MS),
  deviceCookie(device),
];

/** A text for the page after a login, which is in the account's language. */
export const afterLogin = ({ user }: Pick<Login, 'user'>, text: () => string) =>
  inLanguage(parseLanguage(user.language) ?? readerLanguage(), text);

function lockOf(error: AppError | null, identifier: FormDataEntryValue | null): LoginLock | null {
  if (error?.code !== 'rate-limited') return null;
  const seconds = error.retryAfterSeconds ?? 0;
  return {
    reason: error instanceof LoginLocked ? 'locked' : 'too-many',
    identifier: typeof identifier === 'string' ? identifier : '',
    seconds,
    wait: duration(seconds),
  };
}

/** Creates the action of a login form. */
export const loginAction = <Schema extends z.ZodType>(login: LoginForm<Schema>) =>
  formAction(
    form({
      schema: login.schema,
      missingMessage: fillInAll,
      secretFields: login.secretFields,
      async perform(input, { request, url, context }) {
        try {
          return await login.logIn(input, loginClientOf(request, context), 'browser');
        } catch (error) {
          if (!(error instanceof SecondFactorRequired)) throw error;
          throw toSecondFactor(error, parseRedirectTarget(url.searchParams.get('redirectTo')));
        }
      },
      outcome: (loggedIn, { url, request }) =>
        delayedRedirect({
          url,
          to:
            parseRedirectTarget(url.searchParams.get('redirectTo')) ??
            (login.homeOf ?? homeOf)(loggedIn.area),
          delayMs: 1_000,
          toast: { kind: 'success', message: loggedInTexts() },
          nextMessage: afterLogin(loggedIn, loggedInTexts),
          cookies: loginCookies(loggedIn),
          found: { isOtherLanguage: loadsAsDocument(request, loggedIn) },
        }),
      details: (error, fields): LoginDetails => ({
        lock: lockOf(error, fields.get(login.identifierField)),
        triesLeft: error instanceof LoginFailed ? error.triesLeft : null,
        unverified: error instanceof EmailNotVerified ? error.email : null,
      }),
    }),
  );
