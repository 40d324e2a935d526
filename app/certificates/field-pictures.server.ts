import { createHash } from 'node:crypto';
import { and, count, eq, isNotNull } from 'drizzle-orm';
import { type Actor, clientOf, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { decodePhoto } from '#app/files/images/decode-image.server.ts';
import { sniffImage } from '#app/files/images/sniff-image.ts';
import { BadImage } from '#app/files/images/strip/limits.ts';
import { whyNotTaken } from '#app/files/media/stage-thumbnail.server.ts';
import { MAX_THUMBNAIL_BYTES, notAnImage, thumbnailTooLarge } from '#app/files/media/texts.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { fieldPictures } from '#db/schema/fields.ts';
import { t } from '#messages';
import { controlOf, type FrozenField, PICTURE_HASH, readFrozen } from './own-fields.ts';

/** Most pictures of an issuer that no certificate refers to: those of two of the largest batches. */
const MOST_UNUSED = 20_000;
const KEEP_UNUSED_MS = 86_400_000;
/** Few, because SQLite overwrites deleted pictures, which takes time. */
const MOST_AT_ONCE = 20;

/** Bytes of the head of a file from which its kind is known. */
const HEAD_BYTES = 64;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The error of a photograph that is too large. @param place the field that it names */
export const pictureTooLarge = (place: string) =>
  new AppError('too-large', thumbnailTooLarge(), { fields: { [place]: [thumbnailTooLarge()] } });

/**
 * A photograph as it is stored: upright, cut to 35 by 45 mm, as a JPEG without metadata.
 * @param client one image per account is decoded at a time
 * @param place the field that errors name
 * @throws AppError invalid; too-large; busy
 */
export async function encodePicture(client: Client, bytes: Uint8Array, place: string): Promise<Buffer> {
  if (bytes.byteLength > MAX_THUMBNAIL_BYTES) throw pictureTooLarge(place);
  const head = bytes.subarray(0, HEAD_BYTES);
  const type = sniffImage(head);
  const refused = (...reasons: string[]) => invalid(notAnImage(), { [place]: [notAnImage(), ...reasons] });
  if (type === null) throw refused(...whyNotTaken(head));
  try {
    return await decodePhoto(client, bytes, type);
  } catch (error) {
    if (!(error instanceof BadImage)) throw error;
    throw error.reason === 'size' ? refused(t('designImage.thisPictureHasTooManyPixels')) : refused();
  }
}

/**
 * Stores an encoded photograph in a transaction. It is deleted after a day unless a certificate refers to it.
 * @returns its SHA-256 in hex, the value of a field
 * @throws AppError storage-full with too many that no certificate refers to
 */
export function insertPicture(tx: Transaction, issuerId: string, bytes: Buffer, place: string): string {
  const hash = hashOf(bytes);
  const ofIssuer = and(eq(fieldPictures.issuerId, issuerId), isNotNull(fieldPictures.draftSince));
  const unused = tx.select({ count: count() }).from(fieldPictures).where(ofIssuer).get()?.count ?? 0;
  if (unused >= MOST_UNUSED) {
    const message = t('ownFields.tooManyPhotographsWait', { most: MOST_UNUSED });
    throw new AppError('storage-full', message, { fields: { [place]: [message] } });
  }
  tx.insert(fieldPictures)
    .values({ issuerId, hash, bytes, draftSince: now() })
    .onConflictDoUpdate({
      target: [fieldPictures.issuerId, fieldPictures.hash],
      set: { draftSince: now() },
      setWhere: isNotNull(fieldPictures.draftSince),
    })
    .run();
  return hash;
}

/**
 * Stores a photograph for the actor's certificates.
 * @param bytes a PNG, JPEG, WebP, GIF or AVIF of at most 10 MB; null for a file that was too large to be read
 * @param place the field that errors name
 * @returns its SHA-256 in hex, the value of a field
 * @throws AppError unauthenticated; forbidden unless the actor may issue; rate-limited; invalid; too-large; storage-full; busy
 */
export async function uploadPicture(actor: Actor, bytes: Uint8Array | null, place: string): Promise<string> {
  requireIssuer(actor, 'certificates');
  const issuerId = actor.organisation.id;
  await limit(actor, 'photographs');
  if (bytes === null) throw pictureTooLarge(place);
  const picture = await encodePicture(clientOf(actor), bytes, place);
  return transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    return storeAnswer(tx, insertPicture(tx, issuerId, picture, place));
  });
}

/**
 * A photograph of the actor's organisation.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function ownPicture(actor: Actor, hash: string): Buffer {
  requireIssuer(actor, 'read');
  const bytes = pictureOf(actor.organisation.id, hash);
  if (!bytes) throw notFound();
  return bytes;
}

const bytesOf = preparedValue<Buffer>('select bytes from field_pictures where issuer_id = ? and hash = ?');
const isStored = preparedValue<1>('select 1 from field_pictures where issuer_id = ? and hash = ?');

/** A photograph that an issuer has stored, unless its bytes were changed since. */
export function pictureOf(issuerId: string, hash: string): Buffer | undefined {
  const bytes = bytesOf().get(issuerId, hash);
  return bytes && hashOf(bytes) === hash ? bytes : undefined;
}

const sizeOf = preparedValue<number>(
  'select coalesce(sum(length(bytes)), 0) from field_pictures where issuer_id = ?',
);

/** Bytes of an issuer's photographs. */
export const bytesOfPictures = (issuerId: string): number => sizeOf().get(issuerId) ?? 0;

/** Why a photograph cannot be the value of an issuer's certificate, or null. */
export const pictureProblem = (issuerId: string, hash: unknown): string | null =>
  isStored().get(issuerId, hash) ? null : t('saveDesign.thisPictureIsNoLongerStored');

/** The photographs among the values of a certificate, by the keys of their fields. */
const picturesAmong = (frozen: readonly FrozenField[]) =>
  frozen.flatMap(({ key, kind, value }) => (kind === 'picture' ? [{ key, hash: String(value) }] : []));

/** The same of a certificate's column, which most do not need to be parsed for. */
export const picturesIn = (column: string | null) =>
  column?.includes('"picture"') ? picturesAmong(readFrozen(column)) : [];

/**
 * Requires that an issuer has stored the photographs of a certificate.
 * @throws AppError invalid, naming `fields.key`
 */
export function requirePictures(issuerId: string, frozen: readonly FrozenField[]) {
  for (const { key, hash } of picturesAmong(frozen)) {
    const message = pictureProblem(issuerId, hash);
    if (message !== null) throw invalid(message, { [controlOf(key)]: [message] });
  }
}

const keep = preparedSql(
  'update field_pictures set uses = uses + 1, draft_since = null where issuer_id = ? and hash = ?',
);

/**
 * Marks the photographs of a certificate as used, in the transaction that stores it.
 * @param column the certificate's own fields, as they are stored
 * @throws AppError invalid for one that is no longer stored, naming `fields.key`
 */
export function keepPictures(issuerId: string, column: string | null) {
  for (const { key, hash } of picturesIn(column)) {
    if (keep().run(issuerId, hash).changes > 0) continue;
    const message = t('saveDesign.thisPictureIsNoLongerStored');
    throw invalid(message, { [controlOf(key)]: [message] });
  }
}

const letGo = preparedSql('update field_pictures set uses = uses - 1 where issuer_id = ? and hash = ?');
const forget = preparedSql('delete from field_pictures where issuer_id = ? and hash = ? and uses <= 0');

/** Deletes the photographs of an erased certificate, unless another certificate refers to them, in its transaction. */
export function erasePictures(issuerId: string, column: string | null) {
  for (const { hash } of picturesIn(column)) {
    letGo().run(issuerId, hash);
    forget().run(issuerId, hash);
  }
}

/** Deletes photographs that were meant for an erased holder and that no certificate refers to. */
export function eraseUnusedPictures(issuerId: string, values: readonly unknown[]) {
  for (const value of values)
    if (typeof value === 'string' && PICTURE_HASH.test(value)) forget().run(issuerId, value);
}

// The conditions that all rows meet let SQLite use the indexes of the few rows that wait.
const sweep = preparedSql(
  `delete from field_pictures where rowid in (
     select rowid from field_pictures where issuer_id > '' and draft_since < @before and issuer_id not in (
       select issuer_id from batches where status in ('checking', 'ready') and created_at > -1
       union all select issuer_id from batches where status = 'issuing' and seq > -1
       union all select issuer_id from scheduled_certificates where issuer_id > '')
     limit @limit)`,
);

/**
 * Deletes photographs that were uploaded more than a day ago and that no certificate refers to. Those of an issuer stay while rows of
 * a batch or certificates wait, which may have them.
 */
export const sweepPictures = (limit: number): number =>
  sweep().run({ before: now() - KEEP_UNUSED_MS, limit: Math.min(limit, MOST_AT_ONCE) }).changes;
