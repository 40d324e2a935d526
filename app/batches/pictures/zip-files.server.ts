import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from '#app/config/env.server.ts';
import { INCOMING } from '#app/files/store/local-store.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { preparedValue, type Transaction } from '#db/client.ts';
import { syncFolder } from '#db/files.ts';
import { batchZips } from '#db/schema/batches.ts';
import { t } from '#messages';
import type { Given } from './give-pictures.server.ts';

// ZIPs of photographs are kept on the disk until they are read, also through a restart. The rows of `batch_zips` name their files.

const END = '.zip';
/** Longer than a request takes from moving its file here to committing its row. */
const LEFT_OVER_MS = 3_600_000;

/** Unread ZIPs of an organisation, which may have 4 GB each. */
const MOST_UNREAD = 3;

const folder = () => join(env().UPLOADS_DIR, INCOMING);

export const zipPath = (fileId: string) => join(folder(), `${fileId}${END}`);

/** Moves a received file to where it survives a restart. */
export async function keepZip({ id, path }: { id: string; path: string }) {
  await mkdir(folder(), { recursive: true });
  await rename(path, zipPath(id));
  await syncFolder(folder());
}

export const removeZip = (fileId: string) => rm(zipPath(fileId), { force: true });

const isNamed = preparedValue<1>('select 1 from batch_zips where file_id = ?');

/** Removes ZIPs whose batch is gone, or was never stored. */
export async function removeLeftZips() {
  const names = await readdir(folder()).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(END))) {
    const fileId = name.slice(0, -END.length);
    if (isNamed().get(fileId)) continue;
    const found = await stat(zipPath(fileId)).catch(() => null);
    if (found && found.mtimeMs < now() - LEFT_OVER_MS) await removeZip(fileId);
  }
}

const unreadOf = preparedValue<number>(
  `select count(*) from batch_zips join batches on batches.seq = batch_zips.batch_seq
   where batch_zips.file_id is not null and batches.issuer_id = ?`,
);

const isUnread = preparedValue<1>('select 1 from batch_zips where file_id is not null and batch_seq = ?');

/** @throws AppError conflict while the photographs of a batch are being read */
export function requireNoUnreadZip(batchSeq: number) {
  if (isUnread().get(batchSeq)) throw new AppError('conflict', t('batchPictures.thePhotographsAreBeingRead'));
}

/**
 * Notes the ZIP of a batch, whose file is kept, in a transaction. It takes the place of one that is read.
 * @throws AppError conflict
 */
export function insertZip(
  tx: Transaction,
  issuerId: string,
  values: { batchSeq: number; fileId: string } & Given,
) {
  requireNoUnreadZip(values.batchSeq);
  if ((unreadOf().get(issuerId) ?? 0) >= MOST_UNREAD)
    throw new AppError('conflict', t('batchPictures.theZipsOfOtherBatchesAreBeingRead'));
  const set = { ...values, read: 0 };
  tx.insert(batchZips).values(set).onConflictDoUpdate({ target: batchZips.batchSeq, set }).run();
}
