import { desc, eq } from 'drizzle-orm';
import { createPatientLoop } from '#app/shared/background-work.server.ts';
import { log, withoutRequestId } from '#app/shared/log.server.ts';
import { db, preparedSql, preparedValue, transaction } from '#db/client.ts';
import { shareOpens } from '#db/schema/holders.ts';
import { todayUtc } from './certificate.server.ts';

const STORED_AFTER_MS = 1_000;
/** Days that a holder sees. */
const DAYS_SHOWN = 30;

/** Openings that are not stored yet, by certificate and day. A commit for each would take most of the time of a page. */
let unstored = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

const forEachRow = createPatientLoop('share openings');

const add = preparedSql(
  `insert into share_opens (certificate_id, day, count) select id, @day, @count from certificates where id = @id
   on conflict (certificate_id, day) do update set count = count + excluded.count`,
);

/** Stores the openings so far. */
function store() {
  clearTimeout(timer);
  timer = undefined;
  if (unstored.size === 0) return;
  transaction(() => {
    forEachRow(
      unstored,
      ([key]) => key,
      ([key, count]) => {
        const [id = '', day = ''] = key.split(' ');
        add().run({ id, day, count });
      },
    );
  });
  unstored = new Map();
}

function storeOrKeep() {
  try {
    store();
  } catch (error) {
    log.error({ err: error }, 'openings of shared pages could not be stored and will be stored later');
    storeLater();
  }
}

function storeLater() {
  timer ??= withoutRequestId(() => setTimeout(storeOrKeep, STORED_AFTER_MS));
}

/** Counts that the public page of a certificate was opened. It is stored within a second. */
export function countOpen(certificateId: string) {
  const key = `${certificateId} ${todayUtc()}`;
  unstored.set(key, (unstored.get(key) ?? 0) + 1);
  storeLater();
}

/** Returns a function that stores the remaining counts. */
export const startCountingOpens = () => store;

const total = preparedValue<number>(
  'select coalesce(sum(count), 0) from share_opens where certificate_id = ?',
);

/** How often a page was opened: in all, and on the last days on which it was, newest first. Works on a full disk, too. */
export function opensOf(certificateId: string): { total: number; days: { day: string; count: number }[] } {
  storeOrKeep();
  const days = db()
    .select({ day: shareOpens.day, count: shareOpens.count })
    .from(shareOpens)
    .where(eq(shareOpens.certificateId, certificateId))
    .orderBy(desc(shareOpens.day))
    .limit(DAYS_SHOWN)
    .all();
  return { total: total().get(certificateId) ?? 0, days };
}
