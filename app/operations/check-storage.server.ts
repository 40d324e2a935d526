import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { env } from '#app/env.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { fileStore } from '#app/shared/file-store/file-store.server.ts';
import { sqlite } from '#db/client.ts';
import { pathOfUpload } from './archive.server.ts';
import { checkPayments } from './check-payments.server.ts';
import { filesOfRows, storedFiles } from './stored-files.server.ts';
import { readManifest } from './unpack-backup.server.ts';

/** One part of the site: what was checked, and one line per problem. */
export type Check = { part: string; checked: string; problems: string[] };

function checkDatabase(): Check {
  const integrity = sqlite.pragma('integrity_check(20)') as { integrity_check: string }[];
  const dangling = sqlite.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
  const problems = [
    ...integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...dangling.map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`),
    ...checkCounters(),
  ];
  return { part: 'database', checked: 'integrity, references, counters', problems };
}

/** Counts the rows for comparison with the triggers' counters, in one statement, so that both are read at the same moment. */
const COUNTED = `
  select 'payments' as subject, state, count(*) as count from payments group by 2
  union all select 'verifications', iif(paid_at is null, 'unpaid', 'paid'), count(*) from verifications group by 2
  union all select 'batches', status, count(*) from batches group by 2
  union all select 'mail ' || lane, case when delivered_at is not null then 'sent' when failed_at is not null then 'failed'
    when attempts > 0 then 'retrying' else 'waiting' end, count(*) from outbox group by 1, 2`;

/** Counters in row_counts that differ from the number of rows. */
export function checkCounters(): string[] {
  const wrong = sqlite
    .prepare(
      `with rows as (${COUNTED}), kept as (select * from row_counts)
       select coalesce(rows.subject, kept.subject) as subject, coalesce(rows.state, kept.state) as state,
         coalesce(rows.count, 0) as count, coalesce(kept.count, 0) as kept
       from rows full join kept on kept.subject = rows.subject and kept.state = rows.state
       where coalesce(rows.count, 0) <> coalesce(kept.count, 0)`,
    )
    .all() as { subject: string; state: string; count: number; kept: number }[];
  return wrong.map(
    ({ subject, state, count, kept }) => `the counter of ${state} ${subject} is ${kept} instead of ${count}`,
  );
}

const isNamed = (name: string) => {
  for (const { paths } of filesOfRows(sqlite)) if (paths.includes(name)) return true;
  return false;
};

/** Whether the server is about to add the row of a file, or to remove the file of a deleted row. */
function isPending(name: string): boolean {
  const id = basename(name).slice(0, 36);
  return existsSync(join(env.UPLOADS_DIR, 'tmp', `${id}.pending`));
}

/** Problems with the files of one row. A running server may have stored or removed them since they were listed. */
async function checkFiles(names: string[], bytes: number, listed: Map<string, number>): Promise<string[]> {
  const total = names.reduce((sum, name) => sum + (listed.get(name) ?? 0), 0);
  if (total === bytes && names.every((name) => listed.has(name))) return [];
  const sizes = await Promise.all(names.map((name) => fileStore().size(name)));
  const now = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const [first = ''] = names;
  if (!sizes.includes(null) && now === bytes) return [];
  if (!isNamed(first) || isPending(first)) return [];
  const missing = names.filter((_, index) => sizes[index] === null);
  if (missing.length > 0) return missing.map((name) => `${name} is missing`);
  return [`${first}: ${now} bytes instead of ${bytes}`];
}

async function checkUploads(): Promise<Check> {
  const problems: string[] = [];
  const listed = new Map<string, number>();
  for await (const { name, bytes } of storedFiles()) listed.set(name, bytes);
  const named = new Set<string>();
  for (const { paths, bytes } of [...filesOfRows(sqlite)]) {
    for (const path of paths) named.add(path);
    problems.push(...(await checkFiles(paths, bytes, listed)));
  }
  for (const name of listed.keys()) {
    if (named.has(name) || isPending(name) || isNamed(name)) continue;
    if ((await fileStore().size(name)) !== null) problems.push(`${name} belongs to no row`);
  }
  const found = [...named].filter((name) => listed.has(name)).length;
  return { part: 'uploads', checked: `${found} of ${named.size} files of rows`, problems };
}

async function hashOf(name: string): Promise<string | null> {
  const size = await fileStore().size(name);
  if (size === null) return null;
  const hash = createHash('sha256');
  if (size > 0) {
    for await (const chunk of await fileStore().stream(name, { start: 0, end: size - 1 })) hash.update(chunk);
  }
  return hash.digest('hex');
}

/** Compares the uploads with their hashes in a backup. A file never changes under its name. */
async function checkHashes(backup: string): Promise<Check> {
  const { entries } = await readManifest(backup);
  const problems: string[] = [];
  let files = 0;
  for (const { name, sha256 } of entries) {
    const path = pathOfUpload(name);
    const found = path === null ? null : await hashOf(path);
    if (found === null) continue;
    files += 1;
    if (found !== sha256) problems.push(`${path} differs from the backup`);
  }
  return { part: 'hashes', checked: `${files} files of ${backup}`, problems };
}

/**
 * Checks all stored data beside a running server: the database, its rows against the uploads, and the log against its signed
 * checkpoint.
 * @param backup also compares the uploads with the hashes in this backup
 */
export async function checkStorage(backup?: string): Promise<Check[]> {
  const { entries, problems } = checkLog();
  return [
    checkDatabase(),
    {
      part: 'payments',
      checked: 'numbers of receipts, credit notes and statements, daily totals, uses of coupons, credit',
      problems: checkPayments(),
    },
    await checkUploads(),
    ...(backup === undefined ? [] : [await checkHashes(backup)]),
    { part: 'log', checked: `${entries} entries, their documents, the checkpoint`, problems },
  ];
}
