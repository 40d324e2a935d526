import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { INCOMING } from '#app/files/store/local-store.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db } from '#db/client.ts';
import { media } from '#db/schema/courses.ts';

// Names of user files consist of a kind and an ID that we created, never of a name from a user. A file and its row cannot be
// written atomically. So tmp/ in UPLOADS_DIR holds a marker, {id}.pending, from before a file is moved into place until its row
// is committed, and from before a row is deleted until its file is removed. After a crash, the next start finds the marker and
// removes files without a row.

/** Widths of a thumbnail, in pixels; smaller images are not enlarged. */
export const THUMBNAIL_WIDTHS = [320, 640, 1280] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PENDING = /^([0-9a-f-]{36})\.pending$/;

/** Whether a string has the form of a media ID. */
export const isMediaId = (id: string) => ID.test(id);

const folder = () => join(env().UPLOADS_DIR, INCOMING);
/** IDs start with a timestamp, so their last two characters spread files evenly over 256 folders. */
const shelf = (kind: string, id: string) => `${kind}/${id.slice(-2)}`;
export const videoName = (id: string) => `${shelf('videos', id)}/${id}`;
export const thumbnailName = (id: string, width: ThumbnailWidth) =>
  `${shelf('thumbnails', id)}/${id}-${width}.webp`;

export const lessonFileName = (id: string) => `${shelf('files', id)}/${id}`;

export type MediaKind = 'video' | 'thumbnail' | 'file';

/** The names of a media row's files. */
export function filesOfMedia(id: string, kind: MediaKind): string[] {
  if (kind === 'thumbnail') return THUMBNAIL_WIDTHS.map((width) => thumbnailName(id, width));
  return [kind === 'video' ? videoName(id) : lessonFileName(id)];
}

/** All names that files of this ID can have. */
const namesOf = (id: string) =>
  (['video', 'thumbnail', 'file'] as const).flatMap((kind) => filesOfMedia(id, kind));

const partEnd = (pid: number) => `.${pid}.part`;

/** A temporary path for an incoming file of this process. */
export function partPath(name: string): string {
  mkdirSync(folder(), { recursive: true });
  return join(folder(), `${name}${partEnd(process.pid)}`);
}

/** Removes the incoming files of a process that has ended. */
export async function removePartsOf(pid: number) {
  const names = await readdir(folder()).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(partEnd(pid)))) {
    await rm(join(folder(), name), { force: true });
  }
}

const notePath = (id: string) => join(folder(), `${id}.pending`);

/** Moves finished, synced files into place and marks them as pending until `removeUnreferenced`. */
export async function place(id: string, files: { from: string; name: string }[]) {
  await mkdir(folder(), { recursive: true });
  await writeFile(notePath(id), '');
  await fileStore().place(files);
}

/** Marks files whose rows will be deleted. */
export async function noteRemoval(ids: string[]) {
  await mkdir(folder(), { recursive: true });
  for (const id of ids) await writeFile(notePath(id), '');
}

/** IDs whose files could not be removed and are still marked. */
const notRemoved = new Set<string>();

/**
 * Removes files without a row, then the markers. Call this after the commit, and also after a failed transaction. If removing
 * fails, the committed rows stand and `retryRemovals` retries.
 */
export async function removeUnreferenced(ids: string[]) {
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    const rows = db().select({ id: media.id }).from(media).where(inArray(media.id, some)).all();
    const kept = new Set(rows.map(({ id }) => id));
    const removed = some.filter((id) => !kept.has(id));
    try {
      await fileStore().remove(removed.flatMap(namesOf));
      for (const id of some) await rm(notePath(id), { force: true });
      for (const id of some) notRemoved.delete(id);
    } catch (error) {
      log.error({ err: error, ids: removed.length }, 'files of deleted rows not removed');
      for (const id of some) notRemoved.add(id);
    }
  }
}

/** Retries to remove files. Never rejects. */
export async function retryRemovals() {
  await removeUnreferenced([...notRemoved]).catch((error: unknown) => {
    log.error({ err: error }, 'files of deleted rows not removed');
  });
}

/** Removes what interrupted uploads and deletions left behind, apart from ZIPs of batches that are to be read. Runs at start. */
export async function sweepUploads() {
  const names = await readdir(folder()).catch(() => []);
  await removeUnreferenced(names.flatMap((name) => PENDING.exec(name)?.[1] ?? []).filter(isMediaId));
  for (const name of names)
    if (!/\.(?:pending|zip)$/.test(name)) await rm(join(folder(), name), { recursive: true, force: true });
}
