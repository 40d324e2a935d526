import { data, type RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { FILL_IN_ALL } from '#app/accounts/account.schema.ts';
import { LoginLocked } from '#app/accounts/lockout.server.ts';
import { EmailNotVerified, LOGGED_IN, LOGIN_FAILED, type Login } from '#app/accounts/login.server.ts';
import { type Client, SESSION_TTL_MS } from '#app/accounts/sessions.server.ts';
import { delayedRedirect } from '#app/routes/delayed-redirect.server.ts';
import { type FormFailure, readForm, submitForm, type Toast } from '#app/routes/form.server.ts';
import { actorContext, requestContext } from '#app/server/context.server.ts';
import { deviceCookie, deviceToken, sessionCookie } from '#app/server/cookies.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';

/** How the button of a login form stands after a refusal. */
export type LoginLock = {
  reason: 'locked' | 'too-many';
  /** The identifier that was tried: another one may be tried at once. */
  identifier: string;
  seconds: number;
};

export type LoginFailure = FormFailure & {
  lock: LoginLock | null;
  /** The address whose owner can have the verification mail sent again. */
  unverified: string | null;
};

export type LoginSuccess = { ok: true; toast: Toast; redirectTo: string; delayMs: number };

type LoginForm<Schema extends z.ZodType> = {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
  schema: Schema;
  /** The field that says who logs in, and those that are never sent back. */
  identifierField: string;
  secretFields: string[];
  home: string;
  logIn: (input: z.output<Schema>, client: Client, kind: 'browser') => Promise<Login>;
};

/** The browser that sent a request; a session that it has already ends with the login. */
export function clientOf(request: Request, context: Readonly<RouterContextProvider>): Client {
  const { address, userAgent } = context.get(requestContext);
  const actor = context.get(actorContext);
  const endsSession = actor.kind === 'user' ? actor.sessionId : null;
  return { address, userAgent, endsSession, device: deviceToken(request) };
}

/** The Set-Cookie headers of a login. */
export const loginCookies = ({ token, device }: Pick<Login, 'token' | 'device'>) => [
  sessionCookie(token, SESSION_TTL_MS),
  deviceCookie(device),
];

/** The one action of the three login forms. */
export async function submitLogin<Schema extends z.ZodType>(options: LoginForm<Schema>) {
  const { request, url, context, schema, identifierField, secretFields, home, logIn } = options;
  const form = await readForm(request);
  const identifier = form.get(identifierField);
  let refusal: AppError | undefined;
  const submitted = await submitForm({
    form,
    schema,
    missingMessage: FILL_IN_ALL,
    secretFields,
    unexpectedMessage: LOGIN_FAILED,
    async perform(input) {
      try {
        return await logIn(input, clientOf(request, context), 'browser');
      } catch (error) {
        if (error instanceof AppError) refusal = error;
        throw error;
      }
    },
  });
  if (submitted.ok) {
    return delayedRedirect({
      url,
      to: parseRedirectTarget(url.searchParams.get('redirectTo')) ?? home,
      delayMs: 1_000,
      toast: { kind: 'success', message: LOGGED_IN },
      cookies: loginCookies(submitted.result),
    });
  }
  const entered = typeof identifier === 'string' ? identifier : '';
  const { data: failure, init } = submitted.failure;
  return data<LoginFailure>(
    {
      ...failure,
      lock:
        refusal?.code === 'rate-limited'
          ? {
              reason: refusal instanceof LoginLocked ? 'locked' : 'too-many',
              identifier: entered,
              seconds: refusal.retryAfterSeconds ?? 0,
            }
          : null,
      unverified: refusal instanceof EmailNotVerified ? refusal.email : null,
    },
    init ?? {},
  );
}
