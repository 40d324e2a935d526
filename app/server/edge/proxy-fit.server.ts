import { env } from '#app/config/env.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { askAll, setAnswer } from '#app/processes/other-processes.server.ts';
import { log } from '#app/shared/log.server.ts';
import { t } from '#messages';

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
