import { createHash } from 'node:crypto';
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
import { preparedSql, preparedValue, transaction } from '#db/client.ts';
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

/** Why a picture of a kind that is taken is refused, by the reason of its decoder. */
const refusals = (): Record<string, string> => ({
  size: t('designImage.thisPictureHasTooManyPixels'),
  truncated: t('designImage.thisPictureIsCutOff'),
});

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
    throw refused(refusals()[error.reason] ?? t('designImage.thisPictureIsDamaged'));
  }
}

// Reads the index alone: 0.2 ms for 10,000 of them.
const countUnused = preparedValue<number>(
  'select count(*) from field_pictures where issuer_id = ? and draft_since is not null',
);
// Bytes that were damaged in the database are replaced by the same picture.
const store = preparedSql(
  `insert into field_pictures (issuer_id, hash, bytes, draft_since) values (@issuerId, @hash, @bytes, @at)
   on conflict do update set bytes = excluded.bytes, draft_since = iif(draft_since is null, null, @at)
   where draft_since is not null or bytes <> excluded.bytes`,
);

/**
 * Stores an encoded photograph in a transaction. It is deleted after a day unless a certificate refers to it.
 * @returns its SHA-256 in hex, the value of a field
 * @throws AppError storage-full with too many that no certificate refers to
 */
export function insertPicture(issuerId: string, bytes: Buffer, place: string): string {
  if ((countUnused().get(issuerId) ?? 0) >= MOST_UNUSED) {
    const message = t('ownFields.tooManyPhotographsWait', { most: MOST_UNUSED });
    throw new AppError('storage-full', message, { fields: { [place]: [message] } });
  }
  const hash = hashOf(bytes);
  store().run({ issuerId, hash, bytes, at: now() });
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
    return storeAnswer(tx, insertPicture(issuerId, picture, place));
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
 * @throws AppError invalid for one that is no longer stored, naming `fields.key`
 */
export function keepPictures(issuerId: string, frozen: readonly FrozenField[]) {
  for (const { key, hash } of picturesAmong(frozen)) {
    if (keep().run(issuerId, hash).changes > 0) continue;
    const message = t('saveDesign.thisPictureIsNoLongerStored');
    throw invalid(message, { [controlOf(key)]: [message] });
  }
}

const isUnused = preparedValue<1>(
  'select 1 from field_pictures where issuer_id = ? and hash = ? and uses <= 0',
);
const forget = preparedSql('delete from field_pictures where issuer_id = ? and hash = ?');
const valuesThatWait = preparedValue<string>(
  `select input from scheduled_certificates where issuer_id = @issuerId and input like '%"picture"%'
   union all
   select fields from batch_rows where fields is not null and certificate_id is null and batch_seq in (
     select seq from batches where issuer_id = @issuerId and status in ('checking', 'ready', 'issuing'))`,
);
const HASHES = /[0-9a-f]{64}/g;

/** Deletes those of some photographs that no certificate has, issued or waiting, and no row of a batch. */
function forgetUnused(issuerId: string, hashes: readonly string[]) {
  const unused = new Set(hashes.filter((hash) => isUnused().get(issuerId, hash)));
  if (unused.size === 0) return;
  for (const values of valuesThatWait().iterate({ issuerId }))
    for (const hash of values.match(HASHES) ?? []) unused.delete(hash);
  for (const hash of unused) forget().run(issuerId, hash);
}

const letGo = preparedSql(
  `update field_pictures set uses = uses - 1, draft_since = iif(uses > 1, draft_since, @at)
   where issuer_id = @issuerId and hash = @hash`,
);

/** Deletes the photographs of an erased certificate that no other refers to, in its transaction. */
export function erasePictures(issuerId: string, column: string | null) {
  const hashes = picturesIn(column).map(({ hash }) => hash);
  for (const hash of hashes) letGo().run({ issuerId, hash, at: now() });
  forgetUnused(issuerId, hashes);
}

/** Deletes photographs that were meant for an erased holder and that nothing else refers to, once the values are gone. */
export const eraseUnusedPictures = (issuerId: string, values: readonly unknown[]) =>
  forgetUnused(
    issuerId,
    values.filter((value) => typeof value === 'string').filter((value) => PICTURE_HASH.test(value)),
  );

// The conditions that all rows meet let SQLite use the indexes of the few rows that wait.
const sweptIssuer = preparedValue<string>(
  `select issuer_id from field_pictures where issuer_id > @after and draft_since < @before and issuer_id not in (
     select issuer_id from batches where status in ('checking', 'ready') and created_at > -1
     union all select issuer_id from batches where status = 'issuing' and seq > -1
     union all select issuer_id from scheduled_certificates where problem is null and due_at > -1)
   order by issuer_id limit 1`,
);
const sweep = preparedSql(
  `delete from field_pictures where rowid in (
     select rowid from field_pictures where issuer_id = @issuerId and draft_since < @before and hash not in (
       select field.value ->> 'value' from scheduled_certificates, json_each(input, '$.frozen') as field
       where issuer_id = @issuerId and input like '%"picture"%' and field.value ->> 'kind' = 'picture')
     limit @limit)`,
);

/**
 * Deletes photographs that were uploaded more than a day ago and that no certificate refers to, also none that was not issued. Those of
 * an issuer stay while rows of a batch or certificates wait, which may have them.
 */
export function sweepPictures(limit: number): number {
  const most = Math.min(limit, MOST_AT_ONCE);
  const before = now() - KEEP_UNUSED_MS;
  let deleted = 0;
  for (let issuerId = sweptIssuer().get({ after: '', before }); issuerId && deleted < most; ) {
    deleted += sweep().run({ issuerId, before, limit: most - deleted }).changes;
    issuerId = sweptIssuer().get({ after: issuerId, before });
  }
  return deleted;
}
