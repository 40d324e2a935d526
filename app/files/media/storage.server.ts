import { mkdir, statfs } from 'node:fs/promises';
import { env } from '#app/config/env.server.ts';
import { formatBytes } from '#app/shared/bytes.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { preparedValue } from '#db/client.ts';
import { t } from '#messages';
import { uploadsFull } from './texts.ts';

const MEGABYTE = 1_048_576;

/** An issuer's storage in bytes; `allowedBytes` is null without a quota. */
export type StorageUse = { usedBytes: number; allowedBytes: number | null };

const sizeOfMedia = preparedValue<number>('select coalesce(sum(bytes), 0) from media where owner_id = ?');
const sizeOfLessons = preparedValue<number>(
  'select coalesce(sum(bytes), 0) from lesson_sizes where owner_id = ?',
);

/** Bytes of an issuer's files. */
export const filesOf = (ownerId: string): number => sizeOfMedia().get(ownerId) ?? 0;

/** The storage of an issuer's files, and of the texts, captions and quizzes of its lessons. */
export function storageUse(ownerId: string): StorageUse {
  const quota = env().STORAGE_QUOTA_MB * MEGABYTE;
  const usedBytes = filesOf(ownerId) + (sizeOfLessons().get(ownerId) ?? 0);
  return { usedBytes, allowedBytes: quota === 0 ? null : quota };
}

/** Bytes that the uploads running in this process may still need, by owner. */
const reservations = new Map<string, number>();
const reservedInTotal = () => [...reservations.values()].reduce((total, bytes) => total + bytes, 0);

function reserve(ownerId: string, bytes: number): () => void {
  const add = (change: number) => {
    const total = (reservations.get(ownerId) ?? 0) + change;
    if (total > 0) reservations.set(ownerId, total);
    else reservations.delete(ownerId);
  };
  add(bytes);
  let held = true;
  return () => {
    if (held) add(-bytes);
    held = false;
  };
}

const full = (usedBytes: number, allowedBytes: number, bytes: number) =>
  new AppError(
    'storage-full',
    t('storage.thereIsNotEnoughStorageLeft', {
      usedBytes: formatBytes(usedBytes),
      allowedBytes: formatBytes(allowedBytes),
      bytes: formatBytes(bytes),
    }),
  );

/**
 * Requires that an owner's storage is within the quota. Call this in the transaction that added one, because an upload in another
 * process may have used the space meanwhile.
 * @throws AppError storage-full
 */
export function requireWithinQuota(ownerId: string, addedBytes: number) {
  const { usedBytes, allowedBytes } = storageUse(ownerId);
  if (allowedBytes !== null && usedBytes > allowedBytes) {
    throw full(usedBytes - addedBytes, allowedBytes, addedBytes);
  }
}

async function freeBytes(): Promise<number> {
  await mkdir(env().UPLOADS_DIR, { recursive: true });
  const { bavail, bsize } = await statfs(env().UPLOADS_DIR);
  return bavail * bsize;
}

/** Whether the disk has room for a file of this size besides running uploads and STORAGE_RESERVE_MB. */
export const hasSpaceFor = async (bytes: number): Promise<boolean> =>
  (await freeBytes()) - reservedInTotal() - bytes >= env().STORAGE_RESERVE_MB * MEGABYTE;

/** @throws AppError storage-full when this much more would exceed the owner's quota */
export function requireSpace(ownerId: string, bytes: number) {
  const { usedBytes, allowedBytes } = storageUse(ownerId);
  const used = usedBytes + (reservations.get(ownerId) ?? 0);
  if (allowedBytes !== null && used + bytes > allowedBytes) throw full(used, allowedBytes, bytes);
}

/**
 * Reserves space for an upload before it is read. Running uploads count, so that together they exceed neither the owner's quota
 * nor STORAGE_RESERVE_MB.
 * @param ownerId of the future file
 * @param bytes the largest possible size of the upload
 * @returns a function that frees the reservation
 * @throws AppError storage-full
 */
export async function reserveStorage(ownerId: string, bytes: number): Promise<() => void> {
  requireSpace(ownerId, bytes);
  const release = reserve(ownerId, bytes);
  try {
    if (!(await hasSpaceFor(0))) {
      throw new AppError('storage-full', uploadsFull());
    }
    return release;
  } catch (error) {
    release();
    throw error;
  }
}
