import { encodeBase64, parseEntry } from '@certrace/verify';
import { appendDigest } from '#app/log/append-entry.server.ts';
import { logState } from '#app/log/log-state.server.ts';
import { startPeriodic } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { preparedValue, transaction } from '#db/client.ts';

/** `log_entries.subject` of these entries, so that the index finds the newest one. */
const SUBJECT = 0;
const HOUR_MS = 3_600_000;
const RETRY_MS = 60_000;

const newestHash = preparedValue<Buffer>('select hash from audit_rows order by seq desc limit 1');
const newestEntry = preparedValue<string>(
  `select entry from log_entries where subject = ${SUBJECT} and type = 'audit' order by seq desc limit 1`,
);

const dayOf = (time: string) => time.slice(0, 10);

/**
 * Adds the hash of the audit trail's newest row to the log, once a day (UTC). Does nothing while the trail is empty.
 * @returns whether the log has the day's entry or needs none
 */
export function logNewestRow(): boolean {
  if (logState().kind !== 'ok') return false;
  transaction((tx) => {
    const hash = newestHash().get();
    const entry = newestEntry().get();
    const last = entry === undefined ? null : parseEntry(Buffer.from(entry));
    if (!hash || (last && dayOf(last.time) >= dayOf(new Date(now()).toISOString()))) return;
    appendDigest(tx, 'audit', { salt: null, digest: encodeBase64(hash) }, SUBJECT);
  });
  return true;
}

/** Adds the entry at the start and in the first hour of each day. Returns a function that stops it. */
export const startLoggingAudit = () =>
  startPeriodic('audit log', () => (logNewestRow() ? HOUR_MS - (now() % HOUR_MS) : RETRY_MS), RETRY_MS);
