import { setTimeout as wait } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import type { components, paths } from './schema.ts';

export type Fetch = (request: Request) => Promise<Response>;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The server, or the proxy before it, could not do it now. */
const BUSY = new Set([429, 502, 503, 504]);
/** Another request with the same Idempotency-Key is not finished. */
const CONFLICT = 409;
const FIRST_WAIT_MS = 500;
/** When the server asks for more, the caller decides. */
const LONGEST_WAIT_MS = 120_000;

/** How long Retry-After asks to wait, in ms. Null without it. */
function retryAfter(headers: Headers): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/**
 * Sends a request again when the server was busy or did not answer. A call that changes something gets an Idempotency-Key, which
 * all of its attempts share, so that the server does it once.
 * @param retries how often a request is sent again
 */
export function retrying(send: Fetch, retries: number): Fetch {
  return async (request) => {
    const isSafe = SAFE.has(request.method);
    if (!isSafe && request.headers.has('Authorization') && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    }
    const mayRepeat = isSafe || request.headers.has('Idempotency-Key');

    /** How long to wait before the request is sent again, in ms. Null if this is its answer. */
    const delayAfter = ({ status, headers }: Response, backOff: number) => {
      const asked = retryAfter(headers);
      if (!BUSY.has(status) && !(status === CONFLICT && asked !== null)) return null;
      if (asked !== null) return asked > LONGEST_WAIT_MS ? null : asked;
      // Without a key, only an answer that says when to come back is sure to have changed nothing.
      return mayRepeat ? backOff : null;
    };

    for (let attempt = 0; attempt < retries; attempt += 1) {
      let delay = FIRST_WAIT_MS * 2 ** attempt;
      try {
        const response = await send(request.clone());
        const asked = delayAfter(response, delay);
        if (asked === null) return response;
        await response.body?.cancel();
        delay = asked;
      } catch (error) {
        if (!mayRepeat || request.signal.aborted) throw error;
      }
      await wait(delay, undefined, { signal: request.signal });
    }
    return send(request);
  };
}

export type { components, paths };

/** An event, as the feed gives it. Its data are null once the object is erased or deleted. */
export type CertraceEvent = components['schemas']['Event'];

/** An event, as a webhook gets it: also the one that a test sends. */
export type WebhookEvent =
  | CertraceEvent
  | (Omit<CertraceEvent, 'type' | 'data'> & { type: 'webhook.test'; data: { webhook: { _id: string } } });

export type Options = {
  /** The site's address, such as https://certs.example.org. */
  url: string;
  /** From a login or /settings. */
  token?: string | undefined;
  /** How often a call is made again when the server is busy or does not answer; 4 by default. */
  retries?: number;
  fetch?: Fetch;
};

/** All calls by method and path, typed: `certrace.POST('/certs/issue', { body })`. */
export type Certrace = Client<paths>;

/** Makes a client of a site's API. */
export const createCertrace = ({ url, token, retries = 4, fetch: send }: Options): Certrace =>
  createClient<paths>({
    baseUrl: `${url.replace(/\/+$/, '')}/api/v1`,
    headers: { Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    fetch: retrying(send ?? fetch, retries),
  });

/** An error that the API answered with. */
export class CertraceError extends Error {
  override name = 'CertraceError';
  readonly status: number;
  /** A stable name of the error; /api/docs#errors lists all. */
  readonly code: string;
  /** Messages by field. */
  readonly errors: Record<string, string[]>;
  /** The whole answer. */
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.message ?? `The server answered ${status}.`));
    this.status = status;
    this.code = String(body.code ?? 'internal');
    this.errors = (body.errors ?? {}) as Record<string, string[]>;
    this.body = body;
  }
}

type Result<Data> = { data?: Data; error?: unknown; response: Response };

/**
 * The data of a call's result.
 * @throws CertraceError if the API refused the call
 */
export function unwrap<Data>({ data, error, response }: Result<Data>): Data {
  if (error === undefined && response.ok) return data as Data;
  // A proxy may answer with a page.
  const body = typeof error === 'object' && error !== null ? error : {};
  throw new CertraceError(response.status, body as Record<string, unknown>);
}

/** The query parameters of a page; the first page has none. */
export type PageQuery = { cursor?: string };

/**
 * The pages of a list, one after the other.
 * @param read reads a page
 * @example for await (const { certificates } of pages((query) =>
 *            certrace.GET('/certificates/my-issued', { params: { query } }))) { … }
 * @throws CertraceError
 */
export async function* pages<Data extends { nextCursor: string | null }>(
  read: (query: PageQuery) => Promise<Result<Data>>,
): AsyncGenerator<Data, void, undefined> {
  let query: PageQuery | null = {};
  while (query) {
    const page: Data = unwrap(await read(query));
    yield page;
    query = page.nextCursor === null ? null : { cursor: page.nextCursor };
  }
}

export type EventOptions = {
  /** The id of the last event that was handled. Without it, the feed begins 30 days ago. */
  after?: string | undefined;
  /** Types of events, such as certificate.issued; by default all that the token may read. */
  types?: readonly CertraceEvent['type'][] | undefined;
  /** Whether to wait for later events instead of ending with the newest. */
  follow?: boolean;
  signal?: AbortSignal;
};

/** How long the server keeps a request open for an event, in seconds. */
const LONG_POLL_S = '25';

/**
 * Events of the account, oldest first.
 * @throws CertraceError
 */
export async function* events(
  certrace: Certrace,
  { after, types, follow = false, signal }: EventOptions = {},
): AsyncGenerator<CertraceEvent, void, undefined> {
  let last = after;
  let hasMore = true;
  while (hasMore || follow) {
    const query = {
      ...(last !== undefined && { after: last }),
      ...(types && { types: types.join(',') }),
      ...(follow && { wait: LONG_POLL_S }),
    };
    const page = unwrap(await certrace.GET('/events', { params: { query }, ...(signal && { signal }) }));
    for (const event of page.events) {
      yield event;
      last = event.id;
    }
    hasMore = page.nextCursor !== null;
  }
}

/**
 * Checks the signature of a webhook (Standard Webhooks) and returns its event. Call it with the body as it arrived.
 * @param headers with webhook-id, webhook-timestamp and webhook-signature
 * @param secret begins with whsec_
 * @throws Error for another signature, or for one that is older than five minutes
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const named = entries.map(([name, value]) => [name.toLowerCase(), String(value ?? '')]);
  return new Webhook(secret).verify(text, Object.fromEntries(named)) as WebhookEvent;
}
