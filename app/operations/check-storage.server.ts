import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { env } from '#app/env.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { sqlite } from '#db/client.ts';
import { pathOfUpload } from './archive.server.ts';
import { filesOfRows, needsRow, storedFiles } from './stored-files.server.ts';
import { readManifest } from './unpack-backup.server.ts';

/** One part of the site: what was checked, and what is wrong, one line each. */
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

/** The counters of triggers against the rows, in one statement, so that both are of the same moment. */
const COUNTED = `
  select 'payments' as subject, state, count(*) as count from payments group by 2
  union all select 'verifications', iif(paid_at is null, 'unpaid', 'paid'), count(*) from verifications group by 2
  union all select 'batches', status, count(*) from batches group by 2
  union all select 'mail ' || lane, case when delivered_at is not null then 'sent' when failed_at is not null then 'failed'
    when attempts > 0 then 'retrying' else 'waiting' end, count(*) from outbox group by 1, 2`;

/** Counters of row_counts that are not the number of rows. */
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

const sizeOf = async (path: string) => (await stat(join(env.UPLOADS_DIR, path)).catch(() => null))?.size;
const isNamed = (path: string) => {
  for (const { paths } of filesOfRows(sqlite)) if (paths.includes(path)) return true;
  return false;
};

/** Whether the server is about to add the row of a file, or to remove the file of a row. */
function isPending(path: string): boolean {
  const id = basename(path).slice(0, 36);
  return existsSync(join(env.UPLOADS_DIR, 'tmp', `${id}.pending`));
}

async function checkUploads(): Promise<Check> {
  const problems: string[] = [];
  const named = new Set<string>();
  for (const { paths, bytes } of [...filesOfRows(sqlite)]) {
    for (const path of paths) named.add(path);
    const sizes = await Promise.all(paths.map(sizeOf));
    const total = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    // A running server may have deleted the row meanwhile.
    const [first = ''] = paths;
    if (!sizes.includes(undefined) && total === bytes) continue;
    if (!isNamed(first) || isPending(first)) continue;
    const missing = paths.filter((_, index) => sizes[index] === undefined);
    problems.push(
      ...(missing.length > 0
        ? missing.map((path) => `${path} is missing`)
        : [`${first}: ${total} bytes instead of ${bytes}`]),
    );
  }
  let files = 0;
  for await (const path of storedFiles(env.UPLOADS_DIR)) {
    files += 1;
    if (!needsRow(path) || named.has(path) || isPending(path) || isNamed(path)) continue;
    problems.push(`${path} belongs to no row`);
  }
  return { part: 'uploads', checked: `${files} files of ${named.size} that rows name`, problems };
}

async function hashOf(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Compares the uploads with their hashes in a backup: a file never changes under its name. */
async function checkHashes(backup: string): Promise<Check> {
  const { entries } = await readManifest(backup);
  const problems: string[] = [];
  let files = 0;
  for (const { name, sha256 } of entries) {
    const path = pathOfUpload(name);
    const found = path === null ? null : await hashOf(join(env.UPLOADS_DIR, path));
    if (found === null) continue;
    files += 1;
    if (found !== sha256) problems.push(`${path} is not as it was backed up`);
  }
  return { part: 'hashes', checked: `${files} files of ${backup}`, problems };
}

/**
 * Checks everything that is stored, beside a running server: the database, its rows against the uploads, and the log against its
 * signed checkpoint.
 * @param backup compares the uploads with the hashes in this backup, too
 */
export async function checkStorage(backup?: string): Promise<Check[]> {
  const { entries, problems } = checkLog();
  return [
    checkDatabase(),
    await checkUploads(),
    ...(backup === undefined ? [] : [await checkHashes(backup)]),
    { part: 'log', checked: `${entries} entries, their documents, the checkpoint`, problems },
  ];
}
