import { isIP, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Agent, buildConnector, request } from 'undici';
import { now } from '#app/shared/clock.server.ts';
import { DeliveryFailure } from './deliveries.server.ts';
import { isAllowedAddress, type Resolve, resolveHost } from './receiver-address.server.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;

/** Resolves a host for a connection. Fails if any of its addresses is not allowed, so that none of them is connected to. */
const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (host, { all }, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return done(new DeliveryFailure('no-address'), '', 0);
        if (!addresses.every(isAllowedAddress)) return done(new DeliveryFailure('not-public'), '', 0);
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        return all ? done(null, found) : done(null, first, isIP(first));
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };

/** Connects only to allowed addresses: those of the name, and once more the one that was really connected to. */
function guardedConnector(resolve: Resolve, ca?: string): buildConnector.connector {
  const connect = buildConnector({
    timeout: TIMEOUT_MS,
    lookup: guardedLookup(resolve),
    ...(ca !== undefined && { ca }),
  });
  return (options, done) => {
    // A literal address is not looked up.
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) && !isAllowedAddress(host)) return done(new DeliveryFailure('not-public'), null);
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket && !isAllowedAddress(socket.remoteAddress ?? '')) {
        socket.destroy();
        return done(new DeliveryFailure('not-public'), null);
      }
      done(...result);
    });
  };
}

type Sent = {
  url: string;
  /** The event's ID. */
  id: string;
  body: string;
  /** The secrets that are valid now; each signs. */
  secrets: string[];
};

/** Sends an event once. @returns the status of the answer @throws Error without an answer */
export type Send = (sent: Sent) => Promise<number>;

/** Reads the answer's body up to a limit, so that the connection can be used again. */
async function readAnswer(body: AsyncIterable<Buffer>) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) break;
  }
}

/** @param options `ca`: certificates to trust instead of the system's */
export function createSender({ resolve = resolveHost, ca }: { resolve?: Resolve; ca?: string } = {}) {
  // The connections to one host are unlimited, so that its webhooks do not wait for each other.
  const agent = new Agent({ connect: guardedConnector(resolve, ca), pipelining: 1 });
  /** Sends by Standard Webhooks (https://www.standardwebhooks.com). Follows no redirect. */
  const send: Send = async ({ url, id, body, secrets }) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const at = new Date(now());
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: agent,
        signal,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Certrace-Webhooks/1',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
        },
        body,
      });
      await readAnswer(answer.body);
      return answer.statusCode;
    } catch (error) {
      throw signal.aborted ? new DeliveryFailure('no-answer') : error;
    }
  };
  return { send, close: () => agent.destroy() };
}

/** Why a try failed, as it is stored for the owner. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code ? `${code}: ${message}` : message).slice(0, 200);
}
