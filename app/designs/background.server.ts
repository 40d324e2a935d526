import { and, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, clientOf, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import {
  ARTWORK_PAGE_NAMES,
  FACE_KINDS,
  type FaceKind,
  micronsOf,
  pageOfSurface,
  type Surface,
} from '#app/drawing/own-artwork/artwork.ts';
import { backgroundId } from '#app/files/images/background/background-id.server.ts';
import type { PageShape } from '#app/files/images/background/fit-page.ts';
import {
  type BackgroundType,
  type ReadBackground,
  readBackground,
  sniffBackground,
  withoutWords,
} from '#app/files/images/background/read-background.server.ts';
import type { Word } from '#app/files/images/background/words.ts';
import { BadImage } from '#app/files/images/strip/limits.ts';
import { otherKind } from '#app/files/media/sniff.ts';
import { isOtherKind } from '#app/files/media/texts.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { optional } from '#app/shared/fields.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, deleteSome, type Transaction, transaction } from '#db/client.ts';
import { designBackgrounds } from '#db/schema/designs.ts';
import { t } from '#messages';
import { backgroundTooLarge, MAX_BACKGROUND_BYTES } from './design-form.ts';
import { pictureRefusals } from './design-image.server.ts';

/** Most bytes of all backgrounds of an issuer. */
const MAX_ISSUER_BYTES = 200 * 1_048_576;
const KEEP_DRAFT_MS = 86_400_000;
/** Few, because SQLite overwrites deleted backgrounds, which takes time. */
const MOST_AT_ONCE = 5;

/** A stored background. */
export type Background = {
  id: string;
  page: Surface;
  words: Word[];
  /** Whether certificates show the drawing itself, and not its pixels. */
  isVector: boolean;
};

/** A face's background has the pixels of its picture. */
const shapeOf = (name: Surface): PageShape => {
  const { width: wide, height: high } = micronsOf(name);
  const { raster, ...page } = pageOfSurface(name);
  return { name, wide, high, ...page, ...(raster && { width: raster.width, height: raster.height }) };
};

const ownBackground = (issuerId: string, id: string) =>
  and(eq(designBackgrounds.issuerId, issuerId), eq(designBackgrounds.id, id));

/** The error of a background that is too large, naming its field. */
export const tooLargeBackground = (field: string) =>
  new AppError('too-large', backgroundTooLarge(), { fields: { [field]: [backgroundTooLarge()] } });

const refused = (field: string, message: string, ...reasons: string[]) =>
  invalid(message, { [field]: [message, ...reasons] });

/** @param face which the background fills instead of a page */
async function readUpload(
  actor: Actor,
  { field, bytes, face }: { field: string; bytes: Uint8Array; face: FaceKind | undefined },
): Promise<ReadBackground> {
  if (bytes.byteLength > MAX_BACKGROUND_BYTES) throw tooLargeBackground(field);
  const head = bytes.subarray(0, 1_024);
  const type = sniffBackground(head);
  if (type === null) {
    const kind = otherKind(bytes.subarray(0, 64));
    throw refused(
      field,
      t('background.pleaseChooseAPdfPngJpegOrSvg'),
      ...(kind === null ? [] : [isOtherKind(kind)]),
    );
  }
  try {
    const surfaces = face ? [face] : ARTWORK_PAGE_NAMES;
    return await readBackground(clientOf(actor), bytes, type, surfaces.map(shapeOf));
  } catch (error) {
    throw error instanceof BadImage ? refused(field, backgroundRefusal(error.reason, type, face)) : error;
  }
}

/** Stores a background as a draft, in a transaction. @throws AppError storage-full */
function insert(tx: Transaction, issuerId: string, field: string, read: ReadBackground): Background {
  const { png, pdf, words } = read;
  const page = read.page as Surface;
  const id = backgroundId(page, read);
  const used = tx
    .select({
      bytes: sql<number>`coalesce(sum(length(${designBackgrounds.png}) + length(${designBackgrounds.pdf})), 0)`,
    })
    .from(designBackgrounds)
    .where(eq(designBackgrounds.issuerId, issuerId))
    .get();
  if ((used?.bytes ?? 0) + png.length + pdf.length > MAX_ISSUER_BYTES) {
    const noRoom = t('background.yourBackgroundsAlreadyTake200Mb');
    throw new AppError('storage-full', noRoom, { fields: { [field]: [noRoom] } });
  }
  const { isVector } = read;
  tx.insert(designBackgrounds)
    .values({ issuerId, id, page, png, pdf, words: JSON.stringify(words), isVector, draftSince: now() })
    .onConflictDoUpdate({
      target: [designBackgrounds.issuerId, designBackgrounds.id],
      set: { draftSince: now() },
      setWhere: sql`${designBackgrounds.draftSince} is not null`,
    })
    .run();
  return { id, page, words, isVector };
}

/**
 * Stores a background. It is deleted after a day unless a design refers to it.
 * @param field the field that errors name
 * @param bytes a PDF of one page, PNG, JPEG or SVG
 * @param options `isWholeCall`: whether a call of the API does nothing but this. `face`: the face that it fills instead of a page.
 *   `words`: the words of an exported background. Its PDF has no text layer.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; invalid; too-large; storage-full; busy
 */
export async function storeBackground(
  actor: Actor,
  field: string,
  bytes: Uint8Array,
  {
    isWholeCall = false,
    face,
    words,
  }: { isWholeCall?: boolean; face?: FaceKind | undefined; words?: Word[] | undefined } = {},
): Promise<Background> {
  requireIssuer(actor, 'certificates');
  const found = await readUpload(actor, { field, bytes, face });
  const read = words ? { ...found, words } : found;
  return transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const stored = insert(tx, actor.organisation.id, field, read);
    return isWholeCall ? storeAnswer(tx, stored) : stored;
  });
}

/**
 * One of the actor's backgrounds.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; not-found
 */
export function findBackground(actor: Actor, id: string): Background {
  requireIssuer(actor, 'read');
  const { page, words, isVector } = designBackgrounds;
  const found = db()
    .select({ page, words, isVector })
    .from(designBackgrounds)
    .where(ownBackground(actor.organisation.id, id))
    .get();
  if (!found) throw notFound();
  return { ...found, id, page: found.page as Surface, words: JSON.parse(found.words) as Word[] };
}

function fileOf(actor: Actor, id: string, column: 'png' | 'pdf'): Buffer {
  requireIssuer(actor, 'read');
  const own = ownBackground(actor.organisation.id, id);
  const found = db().select({ file: designBackgrounds[column] }).from(designBackgrounds).where(own).get();
  if (!found) throw notFound();
  return found.file;
}

/** The PNG of one of the actor's backgrounds. @throws AppError as `findBackground` */
export const backgroundPicture = (actor: Actor, id: string) => fileOf(actor, id, 'png');

/** The PDF of one of the actor's backgrounds. @throws AppError as `findBackground` */
export const backgroundFile = (actor: Actor, id: string) => fileOf(actor, id, 'pdf');

/** The new background, and the chosen words that it still shows. */
export type WithoutWords = { background: Background; left: Word[] };

/**
 * Takes words out of a background, which gives another one. Outlines of letters, and words that the drawing shows elsewhere, too, stay.
 * @param indexes numbers of its words, from 0, at most 60
 * @throws AppError as `findBackground`; invalid for numbers of no words; storage-full; busy
 */
export async function removeWords(
  actor: Actor,
  id: string,
  indexes: readonly number[],
): Promise<WithoutWords> {
  requireIssuer(actor, 'certificates');
  const { page, words, isVector } = findBackground(actor, id);
  const chosen = [...new Set(indexes)].map((index) => words[index]);
  if (chosen.length === 0 || !chosen.every((word) => word !== undefined)) {
    throw refused('words', t('background.thisBackgroundHasNoSuchWord'));
  }
  if (chosen.length > MOST_WORDS) throw refused('words', tooManyWords());
  const read = await withoutWords(clientOf(actor), backgroundFile(actor, id), shapeOf(page), chosen).catch(
    (error) => {
      throw error instanceof BadImage ? refused('words', backgroundRefusal(error.reason, 'pdf')) : error;
    },
  );
  const taken = new Set(chosen.filter((_, index) => read.removed[index]));
  const left = chosen.filter((word) => !taken.has(word));
  return transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    if (taken.size === 0) return storeAnswer(tx, { background: { id, page, words, isVector }, left });
    const rest = words.filter((word) => !taken.has(word));
    const background = insert(tx, actor.organisation.id, 'words', {
      ...read,
      words: rest,
      isVector,
    });
    return storeAnswer(tx, { background, left });
  });
}

/** Keeps the background of a version of a design. @throws AppError invalid for one that is not stored, or fills another page */
export function keepBackground(
  tx: Transaction,
  issuerId: string,
  { page, background }: { page: Surface; background: string | null },
  field = 'background',
) {
  if (background === null) return;
  const own = ownBackground(issuerId, background);
  const stored = tx.select({ page: designBackgrounds.page }).from(designBackgrounds).where(own).get();
  if (!stored) throw refused(field, t('background.thisBackgroundIsNoLongerStored'));
  if (stored.page !== page) throw refused(field, t('background.thisBackgroundFillsAnotherPage'));
  tx.update(designBackgrounds).set({ draftSince: null }).where(own).run();
}

/** Lets the sweep delete a background to which no design refers any more. */
export const releaseBackground = (tx: Transaction, issuerId: string, id: string) =>
  tx.update(designBackgrounds).set({ draftSince: now() }).where(ownBackground(issuerId, id)).run();

/** Deletes backgrounds that were uploaded more than a day ago and that no design refers to. */
export const sweepDesignBackgrounds = (limit: number) =>
  deleteSome(
    designBackgrounds,
    lt(designBackgrounds.draftSince, now() - KEEP_DRAFT_MS),
    Math.min(limit, MOST_AT_ONCE),
  );

/** Why a PDF is refused, by the reason of its reader. */
const pdfRefusals = (): Record<string, string> => ({
  encrypted: t('background.thisPdfIsEncrypted'),
  javascript: t('background.thisPdfHasAScript'),
  'embedded files': t('background.thisPdfHasEmbeddedFiles'),
  form: t('background.thisPdfHasAForm'),
  layers: t('background.thisPdfHasLayers'),
  annotations: t('background.thisPdfHasAnnotations'),
  reference: t('background.thisPdfRefersToAnotherFile'),
  size: t('designImage.thisPictureHasTooManyPixels'),
  broken: t('background.thisPdfIsDamaged'),
  costly: t('background.thisPdfTakesTooLongToDraw'),
});

/** Why a background is refused, by the reason of its reader, which may end in numbers or the name of a font. */
export function backgroundRefusal(reason: string, type: BackgroundType, face?: FaceKind): string {
  const [kind = '', ...details] = reason.split(' ');
  const [first = 0, second = 0] = details.map(Number);
  if (kind === 'pages') return t('background.thisPdfHasCountPages', { count: first });
  if (face && kind.endsWith('-size')) {
    const { width, height } = micronsOf(face);
    const wanted = { wide: width / 1_000, high: height / 1_000 };
    return t('faces.itHasWidthByHeightAndAFaceHasWideByHigh', { width: first, height: second, ...wanted });
  }
  if (kind === 'page-size')
    return t('background.thisPageHasWidthByHeightMm', { width: first, height: second });
  if (kind === 'picture-size')
    return t('background.thisPictureHasWidthByHeightPixels', { width: first, height: second });
  if (kind === 'font') return t('background.theFontNameIsNotEmbedded', { name: details.join(' ') });
  const refusals = type === 'pdf' ? pdfRefusals() : pictureRefusals();
  return refusals[reason] ?? refusals.broken ?? '';
}

/** Words that are taken out in one call; each costs a drawing of the page. */
const MOST_WORDS = 60;

const noSuchWord = () => t('background.thisBackgroundHasNoSuchWord');
const tooManyWords = () => t('background.chooseAtMostCountWords', { count: MOST_WORDS });

/** The fields of an upload besides the file. */
export const backgroundSchema = z.object({
  face: optional(
    z.enum(FACE_KINDS, { error: () => t('faces.aFaceHasOneOfTheseKinds', { kinds: FACE_KINDS.join(', ') }) }),
  ).meta({ description: 'The face that it fills instead of a page', examples: ['card'] }),
});

export const wordsSchema = z.object({
  words: z
    .array(z.int({ error: noSuchWord }).min(0, { error: noSuchWord }).max(10_000, { error: noSuchWord }), {
      error: noSuchWord,
    })
    .min(1, { error: noSuchWord })
    .max(MOST_WORDS, { error: tooManyWords })
    .meta({ description: 'Numbers of words of the background, from 0', examples: [[0, 1]] }),
});
