import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type Database from 'better-sqlite3';
import { env } from '#app/config/env.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { sqlite } from '#db/client.ts';
import type { Check } from './check-storage.server.ts';
import { filesOfRows, recordedFiles, storedFiles } from './stored-files.server.ts';

/** Whether a row has this file, now. */
export const isNamed = (name: string, database = sqlite()) => {
  for (const { paths } of filesOfRows(database)) if (paths.includes(name)) return true;
  return false;
};

/** Whether the server is about to add the row of a file, or to remove the file of a deleted row. */
function isPending(name: string): boolean {
  const id = basename(name).slice(0, 36);
  return existsSync(join(env().UPLOADS_DIR, 'tmp', `${id}.pending`));
}

type Expected = {
  names: string[];
  /** The sum for all files of the row. */
  bytes: number;
  /** Size of each file. Unknown for uploads of earlier versions until their first check. */
  sizes: Map<string, number>;
};

/** Files whose size differs, with both sizes. */
function wrongSizes({ names, bytes, sizes }: Expected, found: Map<string, number>): string[] {
  const differing = names.filter((name) => sizes.has(name) && sizes.get(name) !== found.get(name));
  if (differing.length > 0)
    return differing.map((name) => `${name}: ${found.get(name)} bytes instead of ${sizes.get(name)}`);
  const total = names.reduce((sum, name) => sum + (found.get(name) ?? 0), 0);
  return total === bytes ? [] : [`${names[0]}: ${total} bytes instead of ${bytes}`];
}

/** Problems with the files of one row. A running server may have stored or removed them since they were listed. */
async function checkFiles(
  expected: Expected,
  listed: Map<string, number>,
  live: Database.Database,
): Promise<string[]> {
  const { names } = expected;
  if (names.every((name) => listed.has(name)) && wrongSizes(expected, listed).length === 0) return [];
  const now = new Map<string, number>();
  for (const name of names) {
    const size = await fileStore().size(name);
    if (size !== null) now.set(name, size);
  }
  const [first = ''] = names;
  const missing = names.filter((name) => !now.has(name));
  const problems =
    missing.length > 0 ? missing.map((name) => `${name} is missing`) : wrongSizes(expected, now);
  return problems.length > 0 && isNamed(first, live) && !isPending(first) ? problems : [];
}

/**
 * Compares the uploads with their rows by name and size.
 * @param live the database of a running server, which stores and removes files meanwhile
 */
export async function checkUploads(live: Database.Database): Promise<Check> {
  const problems: string[] = [];
  const listed = new Map<string, number>();
  for await (const { name, bytes } of storedFiles()) listed.set(name, bytes);
  const named = new Set<string>();
  const recorded = recordedFiles(sqlite());
  for (const { paths, bytes } of [...filesOfRows(sqlite())]) {
    for (const path of paths) named.add(path);
    const sizes = new Map(
      paths.flatMap((path) => {
        const file = recorded.get(path);
        return file ? [[path, file.bytes] as const] : [];
      }),
    );
    problems.push(...(await checkFiles({ names: paths, bytes, sizes }, listed, live)));
  }
  for (const name of listed.keys()) {
    if (named.has(name) || isPending(name) || isNamed(name, live)) continue;
    if ((await fileStore().size(name)) !== null) problems.push(`${name} belongs to no row`);
  }
  const found = [...named].filter((name) => listed.has(name)).length;
  return { part: 'uploads', checked: `${found} of ${named.size} files of rows`, problems };
}
