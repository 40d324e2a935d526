import { isIP } from 'node:net';
import { canonicalAddress } from '#app/shared/ip-address.server.ts';
import { log } from '#app/shared/log.server.ts';

const WARN_EVERY_MS = 60_000;
let warnedAt = Number.NEGATIVE_INFINITY;

/** An entry without the port and brackets that some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (entry: string) =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;

/** All clients then count as one. The log line omits the header, which anybody may have written. */
function warn() {
  if (performance.now() - warnedAt < WARN_EVERY_MS) return;
  warnedAt = performance.now();
  log.error(
    'X-Forwarded-For has no address where TRUST_PROXY expects the client, so the proxy counts as the client',
  );
}

/**
 * The client's address. Each trusted proxy appends the address that it saw to X-Forwarded-For, so with `trustedProxies` of them
 * the client's address is that many entries from the right. Anybody can forge the entries before it.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: number,
) {
  const own = canonicalAddress(socketAddress);
  if (trustedProxies === 0 || !forwardedFor) return own;
  const chain = [...forwardedFor.split(','), own];
  const entry = chain[Math.max(0, chain.length - 1 - trustedProxies)]?.trim() ?? '';
  const address = canonicalAddress(withoutPort(entry));
  if (isIP(address)) return address;
  warn();
  return own;
}
