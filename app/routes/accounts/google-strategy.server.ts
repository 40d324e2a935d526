import { createHmac } from 'node:crypto';
import { OAuth2Strategy } from 'remix-auth-oauth2';
import { z } from 'zod';
import type { GoogleProfile } from '#app/accounts/google-login.server.ts';
import { env } from '#app/config/env.server.ts';
import { readOwnCookie, serializeCookie } from '#app/server/session/context.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { email } from '#app/shared/fields.ts';
import { deriveKey, equalInConstantTime, hashToken } from '#app/shared/ids.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { t } from '#messages';

/** Toast of a failed Google login. The reason is its detail. */
export const googleFailed = () =>
  ({ kind: 'error', message: t('googleStrategy.googleLoginFailed') }) as const;

const COOKIE = 'certrace_google';
const TIMEOUT_MS = 10_000;
const CLOCK_SKEW_MS = 60_000;
const GOOGLE_ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nonce: z.string(),
});

const userInfoSchema = z.object({
  sub: z.string(),
  email: email().optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
});

/** Derives the nonce from the state, whose cookie binds both to the browser. */
const nonceOf = (state: string) =>
  createHmac('sha256', deriveKey('google nonce')).update(state).digest('base64url');

/**
 * Reads the claims of an ID token from the token endpoint. TLS replaces checking its signature (OpenID Connect Core 1.0,
 * section 3.1.3.7).
 * @throws Error when it was issued for another client or another login, or has expired
 */
function readIdToken(idToken: string, state: string) {
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
  const claims = claimsSchema.parse(JSON.parse(payload));
  const google = new URL(env().GOOGLE_TOKEN_URL).hostname.endsWith('.googleapis.com');
  if (google && !GOOGLE_ISSUERS.includes(claims.iss)) throw new Error('The ID token has another issuer');
  if (![claims.aud].flat().includes(env().GOOGLE_CLIENT_ID ?? ''))
    throw new Error('The ID token is for another client');
  if (claims.exp * 1_000 + CLOCK_SKEW_MS < now()) throw new Error('The ID token has expired');
  if (!equalInConstantTime(claims.nonce, nonceOf(state)))
    throw new Error('The ID token belongs to another login');
  return claims;
}

async function readUserInfo(accessToken: string) {
  const answer = await fetch(env().GOOGLE_USERINFO_URL, {
    headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`The user info endpoint answered ${answer.status}`);
  return userInfoSchema.parse(await answer.json());
}

const verify: ConstructorParameters<typeof OAuth2Strategy<GoogleProfile>>[1] = async ({
  request,
  tokens,
}) => {
  const state = new URL(request.url).searchParams.get('state') ?? '';
  const claims = readIdToken(tokens.idToken(), state);
  const info = await readUserInfo(tokens.accessToken());
  if (info.sub !== claims.sub) throw new Error('The user info belongs to another account');
  return {
    sub: claims.sub,
    email: info.email ?? null,
    emailVerified: info.email_verified === true || info.email_verified === 'true',
  };
};

/** OpenID Connect at Google. The base strategy provides state and PKCE; this one adds the nonce. */
class GoogleStrategy extends OAuth2Strategy<GoogleProfile> {
  override name = 'google';

  protected override authorizationParams(params: URLSearchParams) {
    const all = new URLSearchParams(params);
    all.set('nonce', nonceOf(params.get('state') ?? ''));
    all.set('prompt', 'select_account');
    return all;
  }
}

/** Whether Google login is configured. */
export const hasGoogle = () => env().GOOGLE_CLIENT_ID !== undefined;

/** The strategy with the current configuration. */
export const googleStrategy = () =>
  new GoogleStrategy(
    {
      clientId: env().GOOGLE_CLIENT_ID ?? '',
      clientSecret: env().GOOGLE_CLIENT_SECRET ?? '',
      authorizationEndpoint: env().GOOGLE_AUTHORIZATION_URL,
      tokenEndpoint: env().GOOGLE_TOKEN_URL,
      redirectURI: `${env().APP_URL}/api/v1/auth/google/callback`,
      scopes: ['openid', 'email', 'profile'],
      cookie: {
        name: COOKIE,
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        secure: env().secureCookies || undefined,
        maxAge: 600,
      },
    },
    verify,
  );

/** Set-Cookie headers that delete all state cookies of a request, because a state is valid for one response. */
export const endedStateCookies = (request: Request) =>
  (request.headers.get('Cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=')[0] ?? '')
    .filter((name) => name.startsWith(COOKIE) && /^[\w:-]+$/.test(name))
    .slice(0, 20)
    .map(
      (name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${env().secureCookies ? '; Secure' : ''}`,
    );

const CODE_COOKIE = 'certrace_login_code';

/**
 * The Set-Cookie header that binds a one-time code to its browser. Otherwise a link with somebody else's code would log a
 * visitor into that account.
 */
export const codeCookie = (code: string) => serializeCookie(CODE_COOKIE, hashToken(code), 60);

/** Whether a code was issued to this browser. */
export const isOwnCode = (request: Request, code: string) =>
  readOwnCookie(request, CODE_COOKIE) === hashToken(code);

export const endedCodeCookie = () => serializeCookie(CODE_COOKIE, '', 0);

const RETURN_COOKIE = 'certrace_login_return';

/** The Set-Cookie header that stores the page to return to after a Google login. Null deletes it. */
export const returnCookie = (target: string | null) =>
  serializeCookie(RETURN_COOKIE, Buffer.from(target ?? '').toString('base64url'), target === null ? 0 : 600);

/** The path stored by `returnCookie`, or null. */
export const returnTarget = (request: Request) =>
  parseRedirectTarget(Buffer.from(readOwnCookie(request, RETURN_COOKIE) ?? '', 'base64url').toString());
