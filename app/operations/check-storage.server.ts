import type Database from 'better-sqlite3';
import { checkAudit } from '#app/audit/check-audit.server.ts';
import { recordAct, SHELL } from '#app/audit/record-act.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { essentialTransaction, sqlite } from '#db/client.ts';
import { hashFile, pathOfUpload } from './archive.server.ts';
import { checkPayments } from './check-payments.server.ts';
import { checkRecords, findProblems } from './check-records.server.ts';
import { checkContents, checkUploads, type OnProgress } from './check-uploads.server.ts';
import { readManifest } from './unpack-backup.server.ts';

/** The check of one part of the site, with one line per problem. */
export type Check = { part: string; checked: string; problems: string[] };

const checkDatabase = (): Check => ({
  part: 'database',
  checked: 'integrity, references, counters',
  problems: [
    ...findProblems('pragma integrity_check(20)', ({ integrity_check: line }) =>
      line === 'ok' ? [] : `${line}`,
    ),
    ...findProblems(
      'pragma foreign_key_check',
      ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`,
    ),
    ...checkCounters(),
  ],
});

/**
 * Counters in row_counts that differ from the number of rows. Counts the rows in the same statement, so that both are read at the
 * same moment.
 */
const checkCounters = (): string[] =>
  findProblems(
    `with kept as (select * from row_counts), rows as (
       select 'payments' as subject, state, count(*) as count from payments group by 2
       union all select 'verifications', iif(paid_at is null, 'unpaid', 'paid'), count(*) from verifications group by 2
       union all select 'batches', status, count(*) from batches group by 2
       union all select 'mail ' || lane, case when delivered_at is not null then 'sent' when failed_at is not null then 'failed'
         when attempts > 0 then 'retrying' else 'waiting' end, count(*) from outbox group by 1, 2)
     select coalesce(rows.subject, kept.subject) as subject, coalesce(rows.state, kept.state) as state,
       coalesce(rows.count, 0) as count, coalesce(kept.count, 0) as kept
     from rows full join kept on kept.subject = rows.subject and kept.state = rows.state
     where coalesce(rows.count, 0) <> coalesce(kept.count, 0)`,
    ({ subject, state, count, kept }) => `the counter of ${state} ${subject} is ${kept} instead of ${count}`,
  );

/** Compares the uploads with their hashes in a backup. A file never changes under its name. */
async function checkHashes(backup: string): Promise<Check> {
  const { entries } = await readManifest(backup);
  const problems: string[] = [];
  let files = 0;
  for (const { name, sha256 } of entries) {
    const path = pathOfUpload(name);
    const size = path === null ? null : await fileStore().size(path);
    const found = path === null || size === null ? null : await hashFile(path, size);
    if (found === null) continue;
    files += 1;
    if (found !== sha256) problems.push(`${path} differs from the backup`);
  }
  return { part: 'hashes', checked: `${files} files of ${backup}`, problems };
}

type Options = {
  /** Compares only sizes, instead of reading every file. */
  quick?: boolean;
  /** Also compares the uploads with the hashes in this backup. */
  backup?: string | undefined;
  onProgress?: OnProgress;
  /** The database of the site, when the open one is a copy of it. */
  live?: Database.Database;
};

function checkLogAndKeys(live: Database.Database): Check {
  const { entries, problems } = checkLog(live);
  return { part: 'log', checked: `${entries} entries, their documents, the checkpoint, the keys`, problems };
}

function checkAuditTrail(): Check {
  const { rows, problems } = checkAudit();
  return { part: 'audit', checked: `${rows} rows, their chain, the log's entries`, problems };
}

/**
 * Checks all stored data beside a running server: the database, its rows against the uploads, the log against its signed
 * checkpoint, and the bytes of all files against their hashes.
 */
export async function checkStorage(options: Options = {}): Promise<Check[]> {
  const { quick = false, backup, onProgress = () => undefined, live = sqlite() } = options;
  const log = checkLogAndKeys(live);
  return [
    checkDatabase(),
    {
      part: 'payments',
      checked: 'numbers of receipts, credit notes and statements, daily totals, uses of coupons, credit',
      problems: checkPayments(),
    },
    await checkUploads(live),
    ...(backup === undefined ? [] : [await checkHashes(backup)]),
    log,
    {
      part: 'records',
      checked:
        'certificates, revocations, verifications, payments and designs against what was signed or recorded of them',
      problems: checkRecords(),
    },
    checkAuditTrail(),
    ...(quick ? [] : [await checkContents(onProgress)]),
  ];
}

/** Parts that a row of the audit trail is written to. */
const WRITTEN_TO = new Set(['database', 'audit']);

/**
 * Records a check of the stored data in the audit trail. Leaves a damaged database or trail as it was found, because a new row would
 * hide which row was the newest one.
 * @returns whether it was recorded
 */
export function recordCheck(checks: Check[], { quick }: { quick: boolean }): boolean {
  if (checks.some(({ part, problems }) => WRITTEN_TO.has(part) && problems.length > 0)) return false;
  const problems = checks.reduce((sum, check) => sum + check.problems.length, 0);
  essentialTransaction((tx) => recordAct(tx, SHELL, 'storage.checked', { after: { problems, quick } }));
  return true;
}
