import { isIP } from 'node:net';
import { env } from '#app/config/env.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { askAll, setAnswer } from '#app/processes/other-processes.server.ts';
import { canonicalAddress } from '#app/shared/ip-address.server.ts';
import { log } from '#app/shared/log.server.ts';
import { t } from '#messages';

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

const JUDGED_REQUESTS = 10;

type Misfit = 'more' | 'fewer';

let requests = 0;
let fewest = Number.POSITIVE_INFINITY;
let most = 0;
let misfit: Misfit | null = null;
let isLogged = false;

function describe(found: Misfit): string {
  const count = String(env().TRUST_PROXY);
  return found === 'more'
    ? t('proxyFit.requestsNameAProxy')
    : t('proxyFit.requestsNameFewerProxies', { count });
}

/**
 * Compares TRUST_PROXY with the entries of `X-Forwarded-For`, ten requests at a time. Clients may add entries, so more entries
 * than proxies mean something only if no proxy is expected.
 */
export function noteForwarding(forwardedFor: string | undefined) {
  const entries = forwardedFor ? forwardedFor.split(',').length : 0;
  requests += 1;
  fewest = Math.min(fewest, entries);
  most = Math.max(most, entries);
  if (requests < JUDGED_REQUESTS) return;
  const trusted = env().TRUST_PROXY;
  if (trusted === 0) misfit = fewest > 0 ? 'more' : null;
  else misfit = most < trusted ? 'fewer' : null;
  requests = 0;
  fewest = Number.POSITIVE_INFINITY;
  most = 0;
  if (misfit === null || isLogged) return;
  isLogged = true;
  const found = misfit;
  log.warn(inLanguage('en', () => describe(found)));
}

setAnswer('proxy-misfit', () => misfit);

/** The signs in the newest requests, of all processes, that TRUST_PROXY is wrong. */
export async function proxyWarnings(): Promise<string[]> {
  const found = await askAll<Misfit | null>('proxy-misfit');
  return [...new Set(found.filter((each) => each !== null))].map(describe);
}
