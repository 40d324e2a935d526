import { setTimeout as wait } from 'node:timers/promises';

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
