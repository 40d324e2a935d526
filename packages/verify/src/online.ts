import { askLogs } from './ask-logs.ts';
import { assertionKey, didHost, didWebUrl, endOfKey } from './did.ts';
import { type JsonObject, parseJsonObject } from './json.ts';
import { readBounded } from './log-reader.ts';
import { fetchIssuer, isWitnessedFor, logsOf, type Pins, pinnedTrust } from './pins.ts';
import type { Trust, TrustList } from './trust.ts';

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 1_048_576;

async function fetchJson(address: string): Promise<JsonObject | string> {
  try {
    const url = new URL(address);
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok || !response.body) return `${url.host} answered ${response.status}.`;
    const bytes = await readBounded(response, MAX_ANSWER_BYTES);
    return bytes ? parseJsonObject(bytes, MAX_ANSWER_BYTES) : `The answer of ${url.host} is too long.`;
  } catch {
    return `${address.slice(0, 200)} cannot be reached.`;
  }
}

/**
 * Requires that a trust list's key is one of its site, if the site can be reached.
 * @throws Error when it is not
 */
export async function requireKeyOfSite({ did, method }: TrustList, now: number) {
  const site = didWebUrl(did) ? await fetchIssuer(did, fetchJson) : null;
  if (!site || !('document' in site)) return;
  const host = didHost(did);
  if (!assertionKey(site.document, did, method)) {
    throw new Error(`It is signed with a key that ${host} does not have.`);
  }
  const end = endOfKey(site.document, did, method, now);
  if (end) throw new Error(`It is signed with a key of ${host} that is ${end.word}. Get the list again.`);
}

/** Trust in what somebody pins. Unless offline, documents are fetched from the hosts that a certificate names, and logs are asked. */
export const trustOf = (
  { isOffline = false, ...pins }: Pins & { isOffline?: boolean },
  now: number,
): Trust =>
  isOffline
    ? pinnedTrust(pins, now, null)
    : {
        ...pinnedTrust(pins, now, fetchJson),
        askLogs: (place) => askLogs(place, logsOf(pins), isWitnessedFor(pins)),
      };
