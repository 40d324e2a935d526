import type { Actor } from '#app/accounts/actor.server.ts';
import { limit, takeUploadSlot } from '#app/accounts/rate-limits.server.ts';
import { MAX_PICTURE_BYTES, SIGNATORIES } from '#app/designs/design-form.ts';
import { storeDesignImage, tooLarge } from '#app/designs/design-image.server.ts';
import { readUploadParts, type UploadSource } from '#app/routes/upload-form.server.ts';
import { createByteBlock } from '#app/shared/byte-block.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { createMemoryBudget, type Holding } from '#app/shared/memory-budget.server.ts';
import { t } from '#messages';

/** File fields. The field with the suffix 'Image' has the name of the stored picture. */
const FILE_FIELDS = new Set<string>(['logo', ...SIGNATORIES.map((number) => `signature${number}`)]);
/** More than the form's fields. */
const MAX_PARTS = 90;
const MAX_TEXT_BYTES = 8_192;
/** Enough to read four pictures that are too large, so that all other fields can be shown again. */
const MAX_FORM_BYTES = 40 * 1_048_576;

/** Limits the memory of all pictures that arrive. */
const holdPictures = createMemoryBudget({
  maxBytes: 64 * 1_048_576,
  message: () => t('readBody.theBodyArrivedTooSlowlyWhileTheServerWasBusy'),
});

export type DesignForm = {
  /** The entered fields, with the names of the pictures that are now stored. */
  fields: Record<string, string>;
  /** The error of the first rejected picture. */
  error: AppError | null;
};

/** Reads a picture. Null if it has more than `MAX_PICTURE_BYTES`, after the whole of it was read. */
async function pictureOf(bytes: AsyncIterable<Uint8Array>, holding: Holding): Promise<Buffer | null> {
  const block = createByteBlock(MAX_PICTURE_BYTES);
  holding.signal.addEventListener('abort', block.free);
  let fits = true;
  for await (const chunk of bytes) {
    holding.grow(fits ? chunk.byteLength : 0);
    fits &&= block.append(chunk);
  }
  holding.signal.removeEventListener('abort', block.free);
  return fits ? block.take() : null;
}

/** The chosen pictures by field. Null for one that is too large. */
type Files = Map<string, Buffer | null>;

async function readFields(upload: UploadSource, holding: Holding) {
  const budget = { read: 0, limit: MAX_FORM_BYTES, exceeded: () => tooLarge('logo') };
  const fields: Record<string, string> = {};
  const files: Files = new Map();
  holding.signal.addEventListener('abort', () => files.clear());
  for await (const part of readUploadParts(upload, budget, MAX_PARTS)) {
    const { name, fileName, bytes } = part;
    if (fileName === null) {
      const text = await part.text(MAX_TEXT_BYTES);
      if (/^[a-z]\w{0,40}$/i.test(name)) fields[name] = text;
    } else if (FILE_FIELDS.has(name) && !files.has(name)) {
      const file = await pictureOf(bytes, holding);
      if (file?.byteLength !== 0) files.set(name, file);
    }
  }
  holding.keep();
  return { fields, files };
}

/** Stores the chosen pictures and removes the names of those to be removed. */
async function storePictures(actor: Actor, fields: Record<string, string>, files: Files) {
  let error: AppError | null = null;
  for (const name of FILE_FIELDS) {
    if (fields[`${name}Remove`] === 'on') fields[`${name}Image`] = '';
    const file = files.get(name);
    if (file === undefined) continue;
    try {
      await limit(actor, 'design-pictures');
      if (file === null) throw tooLarge(name);
      fields[`${name}Image`] = await storeDesignImage(actor, name, file);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      error ??= thrown;
    }
  }
  return error;
}

/**
 * Reads the posted form of a design and stores its pictures. A rejected picture does not affect the other fields.
 * @throws AppError unsupported-media; invalid for a malformed form; too-large; rate-limited; busy
 */
export async function readDesignForm(actor: Actor, upload: UploadSource): Promise<DesignForm> {
  const release = takeUploadSlot(actor);
  const holding = holdPictures();
  try {
    const { fields, files } = await readFields(upload, holding);
    return { fields, error: await storePictures(actor, fields, files) };
  } finally {
    holding.release();
    release();
  }
}
