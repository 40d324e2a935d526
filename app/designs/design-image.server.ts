import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { type Actor, clientOf, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { rasterise, sniffDrawable } from '#app/files/images/rasterise.server.ts';
import { BadImage } from '#app/files/images/strip/limits.ts';
import { otherKind } from '#app/files/media/sniff.ts';
import { isOtherKind } from '#app/files/media/texts.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import { db, deleteSome, transaction } from '#db/client.ts';
import { designImages } from '#db/schema/designs.ts';
import { t } from '#messages';
import { MAX_PICTURE_BYTES, pictureTooLarge } from './design-form.ts';

/** Most bytes of all logos and signatures of an issuer. */
const MAX_ISSUER_BYTES = 100 * 1_048_576;
const KEEP_DRAFT_MS = 86_400_000;
/** Few, because SQLite overwrites deleted pictures, which takes time. */
const MOST_AT_ONCE = 20;

const notAPictureTexts = () => t('designImage.pleaseChooseAPng');
const noRoom = () => t('designImage.yourLogosAndSignaturesAlreadyTake100Mb');

/** Condition for the row of an issuer's picture. */
export const ownImage = (issuerId: string, hash: string) =>
  and(eq(designImages.issuerId, issuerId), eq(designImages.hash, hash));

/** The error of a picture that is too large, naming its field. */
export const tooLarge = (field: string) =>
  new AppError('too-large', pictureTooLarge(), { fields: { [field]: [pictureTooLarge()] } });

/** Why a picture is refused, by the reason of its decoder. */
export const pictureRefusals = (): Record<string, string> => ({
  truncated: t('designImage.thisPictureIsCutOff'),
  size: t('designImage.thisPictureHasTooManyPixels'),
  encoding: t('designImage.thisSvgIsInAnEncodingThat'),
  entities: t('designImage.thisSvgUsesEntities'),
  'embedded picture': t('designImage.thisSvgHasAnEmbeddedPicture'),
  'active content': t('designImage.thisSvgHasAScript'),
  text: t('designImage.thisSvgHasText'),
  reference: t('designImage.thisSvgRefersToAnotherFile'),
  'too many elements': t('designImage.thisSvgHasTooManyElements'),
  'not plain': t('designImage.thisSvgHasADocumentTypeThat'),
  styles: t('designImage.thisSvgUsesStylesThatCannotBeDrawn'),
  'no size': t('designImage.thisSvgHasNoSize'),
  blank: t('designImage.thisPictureShowsNothing'),
  costly: t('designImage.thisPictureTakesTooLongToDraw'),
  broken: t('designImage.thisPictureIsDamaged'),
});

async function toPng(client: Client, field: string, bytes: Uint8Array): Promise<Buffer> {
  const type = sniffDrawable(bytes.subarray(0, 64));
  const refused = (message: string, ...reasons: string[]) =>
    invalid(message, { [field]: [message, ...reasons] });
  if (type === null) {
    const kind = otherKind(bytes.subarray(0, 64));
    throw refused(notAPictureTexts(), ...(kind === null ? [] : [isOtherKind(kind)]));
  }
  try {
    return await rasterise(client, bytes, type);
  } catch (error) {
    throw error instanceof BadImage ? refused(pictureRefusals()[error.reason] ?? notAPictureTexts()) : error;
  }
}

/**
 * Stores a logo or a signature as a PNG. It is deleted after a day unless a version of a design refers to it.
 * @param field the field that errors name
 * @param bytes a PNG, JPEG or SVG
 * @returns the PNG's name: its SHA-256 in hex
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; invalid; too-large; storage-full; busy
 */
export async function storeDesignImage(actor: Actor, field: string, bytes: Uint8Array): Promise<string> {
  requireIssuer(actor, 'certificates');
  const issuerId = actor.organisation.id;
  if (bytes.byteLength > MAX_PICTURE_BYTES) throw tooLarge(field);
  const png = await toPng(clientOf(actor), field, bytes);
  const hash = createHash('sha256').update(png).digest('hex');
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const used = tx
      .select({ bytes: sql<number>`coalesce(sum(length(${designImages.bytes})), 0)` })
      .from(designImages)
      .where(eq(designImages.issuerId, issuerId))
      .get();
    if ((used?.bytes ?? 0) + png.length > MAX_ISSUER_BYTES) {
      throw new AppError('storage-full', noRoom(), { fields: { [field]: [noRoom()] } });
    }
    tx.insert(designImages)
      .values({ issuerId, hash, bytes: png, draftSince: now() })
      .onConflictDoUpdate({
        target: [designImages.issuerId, designImages.hash],
        set: { draftSince: now() },
        setWhere: sql`${designImages.draftSince} is not null`,
      })
      .run();
  });
  return hash;
}

/**
 * One of the actor's logos or signatures.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; not-found
 */
export function designImage(actor: Actor, hash: string): Buffer {
  requireIssuer(actor, 'read');
  const own = ownImage(actor.organisation.id, hash);
  const image = db().select({ bytes: designImages.bytes }).from(designImages).where(own).get();
  if (!image) throw notFound();
  return image.bytes;
}

/** Deletes pictures that were uploaded more than a day ago and that no version refers to. */
export const sweepDesignImages = (limit: number) =>
  deleteSome(designImages, lt(designImages.draftSince, now() - KEEP_DRAFT_MS), Math.min(limit, MOST_AT_ONCE));
