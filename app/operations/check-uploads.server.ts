import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type Database from 'better-sqlite3';
import { env } from '#app/config/env.server.ts';
import { type BackgroundBytes, backgroundId } from '#app/files/images/background/background-id.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { checkedBytes, DRAWN_CHECKED } from '#app/files/store/store.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { sqlite, transaction } from '#db/client.ts';
import { errorCodeOf } from '#db/files.ts';
import { filesOfRows, hashFile, recordedFiles, storedFiles } from './archive.server.ts';
import type { Check } from './check-storage.server.ts';

/** Whether a row has this file, now. */
const isNamed = (name: string, database = sqlite()) => {
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

/** How many files and bytes have been read, of all. */
export type Progress = { files: number; ofFiles: number; bytes: number; ofBytes: number };
export type OnProgress = (progress: Progress) => void;

type Reading = { progress: Progress; onProgress: OnProgress; problems: string[] };
/** The files of an upload that are stored with the right sizes. */
type Upload = { id: string; files: { name: string; bytes: number; sha256: string | undefined }[] };

const changed = (name: string) => `${name}: its bytes have changed`;

/** Uploads whose files have the sizes of their rows. `checkUploads` reports the others. */
async function wholeUploads(): Promise<Upload[]> {
  const sizes = new Map<string, number>();
  for await (const { name, bytes } of storedFiles()) sizes.set(name, bytes);
  const recorded = recordedFiles(sqlite());
  const uploads: Upload[] = [];
  for (const { id, paths, bytes } of [...filesOfRows(sqlite())]) {
    const files: Upload['files'] = [];
    for (const name of paths) {
      const size = sizes.get(name);
      const known = recorded.get(name);
      if (size !== undefined && (known === undefined || known.bytes === size))
        files.push({ name, bytes: size, sha256: known?.sha256 });
    }
    const isNew = files.some(({ sha256 }) => sha256 === undefined);
    const isWhole =
      files.length === paths.length && files.reduce((sum, file) => sum + file.bytes, 0) === bytes;
    // Recorded hashes count as correct later, so those of a damaged upload must not be recorded.
    if (!isNew || isWhole) uploads.push({ id, files });
  }
  return uploads;
}

/** Records the hashes of an upload of an earlier version, unless it was deleted meanwhile. */
function record(id: string, files: { name: string; bytes: number; sha256: string }[]) {
  const insert = sqlite().prepare(
    `insert or ignore into media_files (media_id, name, bytes, sha256)
     select id, ?, ?, ? from media where id = ?`,
  );
  transaction(() => {
    for (const { name, bytes, sha256 } of files) insert.run(name, bytes, sha256, id);
  });
}

/** @returns the SHA-256; null if the file was removed meanwhile or cannot be read, which is a problem */
async function read(name: string, size: number, { progress, onProgress, problems }: Reading) {
  try {
    return await hashFile(name, size, (bytes) => {
      progress.bytes += bytes;
      onProgress(progress);
    });
  } catch (error) {
    if (errorCodeOf(error) !== 'EIO') throw error;
    problems.push(`${name} cannot be read (EIO)`);
    return null;
  } finally {
    progress.files += 1;
    onProgress(progress);
  }
}

async function checkUpload({ id, files }: Upload, reading: Reading): Promise<number> {
  const added: { name: string; bytes: number; sha256: string }[] = [];
  for (const { name, bytes, sha256 } of files) {
    const found = await read(name, bytes, reading);
    if (found === null || found === sha256) continue;
    if (sha256 === undefined) added.push({ name, bytes, sha256: found });
    else if (isNamed(name)) reading.problems.push(changed(name));
  }
  if (added.length > 0) record(id, added);
  return added.length;
}

/** Tables of pictures under their hashes. */
const PICTURES = { design_images: 'the designs', field_pictures: 'the certificates' } as const;

/** Logos, signatures and photographs are in the database. */
function checkPictures(table: keyof typeof PICTURES, problems: string[]): number {
  const images = sqlite()
    .prepare<[], { rowid: number; issuerId: string; name: string }>(
      `select rowid, issuer_id as issuerId, hash as name from ${table}`,
    )
    .all();
  const bytesOf = sqlite().prepare<[number], Buffer>(`select bytes from ${table} where rowid = ?`).pluck();
  for (const { rowid, issuerId, name } of images) {
    const bytes = bytesOf.get(rowid);
    if (bytes && hash('sha256', bytes) !== name)
      problems.push(changed(`picture ${name} of ${PICTURES[table]} of ${issuerId}`));
  }
  return images.length;
}

/** Backgrounds of designs are identified by what they consist of. */
function checkBackgrounds(problems: string[]): number {
  const rows = sqlite()
    .prepare<[], { rowid: number; issuerId: string; id: string; page: string }>(
      'select rowid, issuer_id as issuerId, id, page from design_backgrounds',
    )
    .all();
  const bytesOf = sqlite().prepare<[number], BackgroundBytes>(
    'select png, pdf from design_backgrounds where rowid = ?',
  );
  for (const { rowid, issuerId, id, page } of rows) {
    const bytes = bytesOf.get(rowid);
    if (bytes && backgroundId(page, bytes) !== id) problems.push(changed(`background ${id} of ${issuerId}`));
  }
  return rows.length;
}

/** Drawn files contain their hashes. A running server may have removed some. */
async function checkDrawnFiles(names: string[], { progress, onProgress, problems }: Reading) {
  for (const name of names) {
    const stored = await fileStore().read(name);
    if (stored && checkedBytes(stored) === null) problems.push(changed(name));
    progress.files += 1;
    progress.bytes += stored?.byteLength ?? 0;
    onProgress(progress);
  }
}

/**
 * Reads every stored file and compares it with its SHA-256. Uploads of earlier versions have none until their first check, which
 * records it.
 */
export async function checkContents(onProgress: OnProgress): Promise<Check> {
  const problems: string[] = [];
  const uploads = await wholeUploads();
  const drawn: string[] = [];
  const progress: Progress = { files: 0, ofFiles: 0, bytes: 0, ofBytes: 0 };
  for (const { bytes } of uploads.flatMap(({ files }) => files)) {
    progress.ofFiles += 1;
    progress.ofBytes += bytes;
  }
  for await (const { name, bytes } of fileStore().list(DRAWN_CHECKED)) {
    drawn.push(name);
    progress.ofFiles += 1;
    progress.ofBytes += bytes;
  }
  const reading = { progress, onProgress, problems };
  let recorded = 0;
  for (const upload of uploads) recorded += await checkUpload(upload, reading);
  const ofDesigns = checkPictures('design_images', problems);
  const backgrounds = checkBackgrounds(problems);
  const photographs = checkPictures('field_pictures', problems);
  await checkDrawnFiles(drawn, reading);
  const counts = [
    `${progress.ofFiles - drawn.length} files of uploads`,
    `${ofDesigns} pictures of designs`,
    ...(backgrounds > 0 ? [`${backgrounds} backgrounds of designs`] : []),
    `${photographs} photographs`,
    `${drawn.length} drawn files`,
    formatBytes(progress.bytes),
    ...(recorded > 0 ? [`the hashes of ${recorded} recorded for later checks`] : []),
  ];
  return { part: 'contents', checked: counts.join(', '), problems };
}
