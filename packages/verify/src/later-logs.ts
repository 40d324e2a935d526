import type { ProvenPlace } from './log-entry.ts';
import type { VerifierKey } from './note.ts';

/**
 * Whether a log has an entry. `passed` is null when that could not be found out, and `isAsked` says whether the log answered.
 * `latestBefore` is the latest time of entries before it, in ms; it rejects when they cannot be read. `checkpoint` is one that vouches
 * for the entry, if the log has one. `key` is that of the log, if it is known only now.
 */
export type LogAnswer =
  | { passed: true; latestBefore: () => Promise<number>; checkpoint: string | null; key?: VerifierKey | null }
  | { passed: false; reason: string }
  | { passed: null; reason: string; isAsked: boolean };

/** A log that somebody relies on. */
export type PinnedLog = { key: VerifierKey; url?: string | null };

const PATH = /^(.+\/log)(?:\/([1-9]\d{0,5}))?$/;

/** The number of a site's log: 1 of `host/log`, 2 of `host/log/2`. 0 for logs with other names. */
function numberOf(origin: string): number {
  const [match, , number = '1'] = PATH.exec(origin) ?? [];
  return match === undefined ? 0 : Number(number);
}

/** Those of the logs that may continue one with this origin, the next one first. A site may have moved to another host. */
export const laterLogs = <Log extends PinnedLog>(origin: string, logs: Log[]): Log[] =>
  logs
    .filter(({ key }) => numberOf(key.name) > Math.max(numberOf(origin), 1))
    .sort((one, other) => numberOf(one.key.name) - numberOf(other.key.name));

/** Where the site of a log has another of its logs. Undefined for logs with other names. */
export function urlBeside(url: string, origin: string): string | undefined {
  const [site, number] = [PATH.exec(url)?.[1], numberOf(origin)];
  if (site === undefined || number === 0) return undefined;
  return number === 1 ? site : `${site}/${number}`;
}

/** As `askLogs` without a connection. */
export const askNoLogs = ({ origin }: ProvenPlace, logs: PinnedLog[]): LogAnswer | null => {
  const [later] = laterLogs(origin, logs);
  if (!later) return null;
  const reason = `Offline: whether ${later.key.name} continues ${origin} cannot be found out. Give the key of ${origin}, too.`;
  return { passed: null, reason, isAsked: false };
};
