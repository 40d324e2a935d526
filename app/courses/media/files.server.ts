import { mkdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { env } from '#app/env.server.ts';
import { db } from '#db/client.ts';
import { media } from '#db/schema/courses.ts';

// Where files of users are. A path is made of a kind and an id of ours; no name that a user gave is ever part of one.
//
// A file and its row cannot be written in one step, so tmp/ keeps a note, {id}.pending, from before a file is put in
// its place until its row is committed, and from before a row is deleted until its file is gone. Whatever ends the
// process in between, the next start finds the note and removes the files that have no row.

/** Widths of a thumbnail, in pixels; smaller images are not enlarged. */
export const THUMBNAIL_WIDTHS = [320, 640, 1280] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PENDING = /^([0-9a-f-]{36})\.pending$/;

/** Whether a string has the shape of an id of ours. */
export const isMediaId = (id: string) => ID.test(id);

const folder = () => join(env.UPLOADS_DIR, 'tmp');
/** Ids begin with the time: the last two characters spread the files evenly over 256 folders. */
const shelf = (kind: string, id: string) => join(env.UPLOADS_DIR, kind, id.slice(-2));

export const videoPath = (id: string) => join(shelf('videos', id), id);
export const thumbnailPath = (id: string, width: ThumbnailWidth) =>
  join(shelf('thumbnails', id), `${id}-${width}.webp`);

/** Every path that files of this id may have. */
const pathsOf = (id: string) => [videoPath(id), ...THUMBNAIL_WIDTHS.map((width) => thumbnailPath(id, width))];

/** A path for a file on its way in. */
export function partPath(name: string): string {
  mkdirSync(folder(), { recursive: true });
  return join(folder(), `${name}.part`);
}

const notePath = (id: string) => join(folder(), `${id}.pending`);

/** Makes the entries of a folder durable. */
async function syncFolder(path: string) {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts finished files (already synced) in their places, noting them as pending until `settle`. */
export async function place(id: string, files: { from: string; to: string }[]) {
  await mkdir(folder(), { recursive: true });
  await writeFile(notePath(id), '');
  for (const { from, to } of files) {
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  }
  for (const path of new Set(files.map(({ to }) => dirname(to)))) await syncFolder(path);
}

/** Notes that the rows of these ids are about to be deleted. */
export async function noteRemoval(ids: string[]) {
  await mkdir(folder(), { recursive: true });
  for (const id of ids) await writeFile(notePath(id), '');
}

/** After the commit or its failure: removes the files of those ids that have no row, then the notes. */
export async function settle(ids: string[]) {
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    const rows = db.select({ id: media.id }).from(media).where(inArray(media.id, some)).all();
    const kept = new Set(rows.map(({ id }) => id));
    for (const id of some) {
      if (!kept.has(id)) for (const path of pathsOf(id)) await rm(path, { force: true });
      await rm(notePath(id), { force: true });
    }
  }
}

/** What a start does before anything is uploaded: nothing stays of uploads and deletions that were cut off. */
export async function sweepUploads() {
  const names = await readdir(folder()).catch(() => []);
  await settle(names.flatMap((name) => PENDING.exec(name)?.[1] ?? []).filter(isMediaId));
  for (const name of names)
    if (!name.endsWith('.pending')) await rm(join(folder(), name), { recursive: true, force: true });
}
