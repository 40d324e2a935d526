import { parse } from 'hono/utils/cookie';
import type { Logger } from 'pino';
import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router';
import { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { Restriction } from '#app/accounts/restriction.server.ts';
import { env } from '#app/config/env.server.ts';
import { type Holder, holderOf } from '#app/holders/holder-sessions.server.ts';
import type { RequestDetails } from '#app/server/edge/edge.server.ts';
import type { ReadBody } from '#app/server/edge/read-body.server.ts';
import { parseTimeZone } from '#app/shared/zoned-dates.ts';
import { TIME_ZONE_COOKIE } from '#app/ui/preferences.ts';

/** The edge's data about a request. `provideContext` puts it into React Router's context. */
export type RequestInfo = {
  /** Random ID for the log lines of the request and the X-Request-Id header. */
  id: string;
  /** Whether this is an API call, which only a bearer token authenticates. */
  api: boolean;
  /** The client's address, according to TRUST_PROXY. */
  address: string;
  userAgent: string | null;
  /** The CSP nonce of this response. */
  nonce: string;
  /** The body of an upload; the Request then has none. A chunk is freed when the next one is read. */
  uploadBody?: AsyncIterable<Uint8Array> | undefined;
  /** Reads the body of an API call; the Request then has none. */
  readBody?: ReadBody | undefined;
  log: Logger;
  /** root.tsx stores the matched route here, for the metrics, and `setActor` the account, for the log. */
  matched?: RequestDetails['matched'] | undefined;
};

export const requestContext = createContext<RequestInfo>();
/** The actor. identifyActor sets it for every route, and runCalls for each call. */
export const actorContext = createContext<Actor>();
/** The restriction because of which a logged-in account is treated as a visitor. Null for every other actor. */
export const restrictionContext = createContext<Restriction | null>(null);

/** The holder of certificates who makes a request, by account and by holder session, or null. identifyActor must have run. */
export const requestHolder = (request: Request, context: Readonly<RouterContextProvider>) =>
  holderOf(context.get(actorContext), holderToken(request));

/** The holder on routes with `requireHolder`. */
export const holderContext = createContext<Holder>();

/** Route middleware of a holder's pages. Leads everybody else to where holders get a link. */
export const requireHolder: MiddlewareFunction<Response> = ({ request, context }) => {
  const holder = requestHolder(request, context);
  if (!holder) throw redirect('/my-certificates');
  context.set(holderContext, holder);
};

/** Adds the `__Host-` prefix, which restricts a cookie to this host and https. Browsers reject it on plain http. */
const prefixed = (name: string) => (env().secureCookies ? `__Host-${name}` : name);

/** The first cookie of this name in a request, or null. Ignores oversized Cookie headers and quoted values. */
export function readCookie({ headers }: Request, name: string): string | null {
  const header = headers.get('Cookie');
  if (!header || header.length > 8_192) return null;
  const value = parse(header, name)[name];
  // Hono removes quotes, which this server never sends.
  return value === undefined || header.includes(`="${value}"`) ? null : value;
}

/** An HttpOnly Set-Cookie header for the whole site. `value` must only contain cookie characters. */
export const serializeCookie = (name: string, value: string, maxAgeSeconds: number) =>
  `${prefixed(name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${env().secureCookies ? '; Secure' : ''}`;

/** The value of a cookie set with `serializeCookie`, or null. */
export const readOwnCookie = (request: Request, name: string) => readCookie(request, prefixed(name));

const SESSION = 'certrace_session';

/** The session secret of a request, or null. */
export const sessionToken = (request: Request) => readOwnCookie(request, SESSION);

/** The Set-Cookie header that starts a session. The cookie expires with the session's row. */
export const sessionCookie = (token: string, maxAgeMs: number) =>
  serializeCookie(SESSION, token, Math.floor(maxAgeMs / 1_000));

const DEVICE = 'certrace_device';
const DEVICE_LIFE_S = 365 * 86_400;

/** The token of an earlier login in this browser, or null. */
export const deviceToken = (request: Request) => readOwnCookie(request, DEVICE);

/** The Set-Cookie header that marks this browser as a known device. */
export const deviceCookie = (token: string) => serializeCookie(DEVICE, token, DEVICE_LIFE_S);

const REGISTERED = 'certrace_registered';
const REGISTERED_LIFE_S = 7 * 86_400;

/** The token of the registrations in this browser, or null. */
export const registeredToken = (request: Request) => readOwnCookie(request, REGISTERED);

/** The Set-Cookie header of a browser that has registered an account. */
export const registeredCookie = (token: string) => serializeCookie(REGISTERED, token, REGISTERED_LIFE_S);

const TRUSTED = 'certrace_trusted';

/** The token of a browser that needs no second factor, or null. */
export const trustedToken = (request: Request) => readOwnCookie(request, TRUSTED);

/** The Set-Cookie header of a browser that needs no second factor for a while. */
export const trustedCookie = (token: string, maxAgeMs: number) =>
  serializeCookie(TRUSTED, token, Math.floor(maxAgeMs / 1_000));

const CHALLENGE = 'certrace_challenge';

/** The login of this browser that waits for the second factor, or null. */
export const challengeToken = (request: Request) => readOwnCookie(request, CHALLENGE);

/** The Set-Cookie header of a login that waits for the second factor. */
export const challengeCookie = (token: string, maxAgeMs: number) =>
  serializeCookie(CHALLENGE, token, Math.floor(maxAgeMs / 1_000));

/** The Set-Cookie header after such a login. */
export const endedChallengeCookie = () => serializeCookie(CHALLENGE, '', 0);

const HOLDER = 'certrace_holder';

/** The secret of a holder's session, or null. */
export const holderToken = (request: Request) => readOwnCookie(request, HOLDER);

/** The Set-Cookie header that starts a holder's session. */
export const holderCookie = (token: string, maxAgeMs: number) =>
  serializeCookie(HOLDER, token, Math.floor(maxAgeMs / 1_000));

/** The Set-Cookie header that ends a holder's session. */
export const endedHolderCookie = () => serializeCookie(HOLDER, '', 0);

/** The Set-Cookie header that ends a session. */
export const endedSessionCookie = () => serializeCookie(SESSION, '', 0);

const SERVER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The viewer's time zone from the cookie that the client sets, or else the server's. */
export const timeZoneOf = (request: Request) =>
  parseTimeZone(readCookie(request, TIME_ZONE_COOKIE), SERVER_ZONE);

const FLASH = 'certrace_flash';
const LIFE_S = 60;
const MAX_LENGTH = 3_000;

const flashSchema = z.object({
  kind: z.enum(['success', 'error', 'info']),
  message: z.string().min(1).max(500),
  detail: z.string().max(500).optional(),
  position: z.enum(['top-center', 'bottom-right']).optional(),
  durationMs: z.number().int().positive().optional(),
  /** The address that mail was just sent to. It is in the cookie so that it is in no URL. */
  mailedTo: z.string().max(254).optional(),
  /** The page that set the toast and redirects after a delay. Revalidating that page must not consume the toast. */
  from: z.string().max(500).optional(),
});

/** A toast for the page after a redirect. */
export type Flash = z.infer<typeof flashSchema>;

/** The Set-Cookie header that keeps a toast for the next page. */
export const flashCookie = (flash: Flash) =>
  serializeCookie(FLASH, Buffer.from(JSON.stringify(flash)).toString('base64url'), LIFE_S);

/** Whether a request has a flash cookie, valid or not. */
export const hasFlash = (request: Request) => readOwnCookie(request, FLASH) !== null;

function parseFlash(value: string): Flash | null {
  if (value.length > MAX_LENGTH) return null;
  try {
    return flashSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    return null;
  }
}

/**
 * The flash to show on this page, and the Set-Cookie header that deletes it. A prefetch does not consume the flash, because its
 * page may never be shown.
 */
export function takeFlash(
  request: Request,
  pathname: string,
): { flash: Omit<Flash, 'from'> | null; headers: Record<string, string> } {
  const value = readOwnCookie(request, FLASH);
  const prefetched = /\bprefetch\b/.test(request.headers.get('sec-purpose') ?? '');
  if (value === null || prefetched) return { flash: null, headers: {} };
  const parsed = parseFlash(value);
  if (parsed?.from === pathname) return { flash: null, headers: {} };
  const headers = { 'Set-Cookie': serializeCookie(FLASH, '', 0) };
  if (!parsed) return { flash: null, headers };
  const { from: _, ...flash } = parsed;
  return { flash, headers };
}
