import { mkdir, statfs } from 'node:fs/promises';
import { env } from '#app/config/env.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
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

/** Bytes that have arrived of the uploads running in this process, and the next step of each, by owner. */
const reserved = new Map<string, number>();

/**
 * What an upload reserves beyond the bytes that have arrived. If it reserved all that it may become, an upload that hardly sends
 * would keep others out while there is room.
 */
const STEP_BYTES = 4 * MEGABYTE;

function addReserved(ownerId: string, bytes: number) {
  const total = (reserved.get(ownerId) ?? 0) + bytes;
  if (total > 0) reserved.set(ownerId, total);
  else reserved.delete(ownerId);
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

/** Whether the disk keeps STORAGE_RESERVE_MB free after this many more bytes are written. */
export const hasSpaceFor = async (bytes: number): Promise<boolean> =>
  (await freeBytes()) - bytes >= env().STORAGE_RESERVE_MB * MEGABYTE;

/** @throws AppError storage-full when this much more would exceed the owner's quota */
export function requireSpace(ownerId: string, bytes: number) {
  const { usedBytes, allowedBytes } = storageUse(ownerId);
  const used = usedBytes + (reserved.get(ownerId) ?? 0);
  if (allowedBytes !== null && used + bytes > allowedBytes) throw full(used, allowedBytes, bytes);
}

async function requireRoom(ownerId: string, bytes: number) {
  requireSpace(ownerId, bytes);
  if (!(await hasSpaceFor(bytes))) throw new AppError('storage-full', uploadsFull());
}

/** The storage of a running upload. */
export type Reservation = {
  /**
   * Counts bytes that have arrived. Running uploads count, so that together they exceed neither the owner's quota nor
   * STORAGE_RESERVE_MB.
   * @throws AppError storage-full
   */
  arrive(bytes: number): Promise<void> | undefined;
  release(): void;
};

/**
 * Reserves space for an upload before it is read.
 * @param ownerId of the future file
 * @param bytes the largest possible size of the upload
 * @throws AppError storage-full without room for all of it
 */
export async function reserveStorage(ownerId: string, bytes: number): Promise<Reservation> {
  await requireRoom(ownerId, bytes);
  let arrived = 0;
  let held = 0;
  async function grow() {
    const step = Math.max(arrived, Math.min(arrived + STEP_BYTES, bytes)) - held;
    await requireRoom(ownerId, step);
    held += step;
    addReserved(ownerId, step);
  }
  return {
    arrive(count) {
      arrived += count;
      return arrived > held ? grow() : undefined;
    },
    release() {
      addReserved(ownerId, -held);
      held = 0;
    },
  };
}
