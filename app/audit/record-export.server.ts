import { startPeriodic } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { essentialTransaction, preparedSql, preparedValue } from '#db/client.ts';
import { isBusy } from '#db/reserve.ts';
import { recordAct, type Who } from './record-act.server.ts';

type Export = { who: Who; name: string };

const RETRY_MS = 1_000;
/** Exports that are recorded once the database is free. */
const waiting: Export[] = [];
let isRetrying = false;

const DAY_MS = 86_400_000;

const countAgain = preparedSql(
  'update audit_exports set count = count + 1 where user_id = ? and organisation_id = ? and day = ?',
);
const begin = preparedSql(
  `insert into audit_exports (seq, user_id, organisation_id, day, count) values (?, ?, ?, ?, 1)`,
);
const newest = preparedValue<number>('select max(seq) from audit_rows');

const record = ({ who, name }: Export) =>
  essentialTransaction((tx) => {
    const key =
      'user' in who && ([who.user.id, who.organisation?.id ?? '', Math.floor(now() / DAY_MS)] as const);
    if (key && countAgain().run(...key).changes > 0) return;
    recordAct(tx, who, 'exported', { object: ['file', name] });
    if (key) begin().run(newest().get(), ...key);
  });

function recordWaiting() {
  try {
    for (let next = waiting[0]; next; next = waiting[0]) {
      record(next);
      waiting.shift();
    }
    isRetrying = false;
    return null;
  } catch (error) {
    if (isBusy(error)) return RETRY_MS;
    waiting.shift();
    throw error;
  }
}

/**
 * Records that an actor takes a list or files with it. All exports of a user in a day (UTC) are one row, with the name of the first file
 * and a count. Called before the first byte is sent. An export is a read, so it does not fail
 * while another process holds the write lock, and is recorded afterwards.
 * @param name of the file
 */
export function recordExport(who: Who, name: string) {
  try {
    record({ who, name });
  } catch (error) {
    if (!isBusy(error)) throw error;
    log.warn({ file: name }, 'an export is recorded once the database is free');
    waiting.push({ who, name });
    if (!isRetrying) startPeriodic('record exports', recordWaiting, RETRY_MS);
    isRetrying = true;
  }
}
