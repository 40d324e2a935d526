import type { Actor } from '#app/accounts/actor.server.ts';
import { takeUploadSlot } from '#app/accounts/rate-limits.server.ts';
import { readUploadParts, type UploadSource } from '#app/routes/upload-form.server.ts';
import { createByteBlock } from '#app/shared/byte-block.server.ts';
import { type AppError, invalid } from '#app/shared/errors.server.ts';
import { createMemoryBudget, type Holding } from '#app/shared/memory-budget.server.ts';
import { t } from '#messages';

/** More than most forms have. */
const MAX_PARTS = 90;
const MAX_TEXT_BYTES = 8_192;
/** Longest name of a file that an error repeats, in characters. */
const LONGEST_NAME = 100;

/** Limits the memory of all pictures that arrive. */
const holdPictures = createMemoryBudget({
  maxBytes: 64 * 1_048_576,
  message: () => t('readBody.theBodyArrivedTooSlowlyWhileTheServerWasBusy'),
});

export type PictureRules = {
  /** Whether a file field of this name is for a picture. */
  isPicture: (name: string) => boolean;
  /** Whether the form has a text field of this name. Others are ignored. */
  isField: (name: string) => boolean;
  maxPictureBytes: number | ((name: string) => number);
  /** Undefined for a text of the usual length. */
  maxTextBytes?: (name: string) => number | undefined;
  /** Enough to read some pictures that are too large, so that all other fields can be shown again. */
  maxFormBytes: number;
  /** Of a form with more fields than most. */
  maxParts?: number;
  /** The error of a larger form. */
  tooLarge: () => AppError;
};

type PictureForm = {
  /** The text fields. Of repeated ones, the last value. */
  fields: Record<string, string>;
  /** The chosen pictures by field. Null for one that is too large. */
  files: Map<string, Buffer | null>;
};

/** Reads a picture. Null if it has more than `maxBytes`, after the whole of it was read. */
async function pictureOf(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  holding: Holding,
): Promise<Buffer | null> {
  const block = createByteBlock(maxBytes);
  holding.signal.addEventListener('abort', block.free);
  let fits = true;
  for await (const chunk of bytes) {
    holding.grow(fits ? chunk.byteLength : 0);
    fits &&= block.append(chunk);
  }
  holding.signal.removeEventListener('abort', block.free);
  return fits ? block.take() : null;
}

function secondFile(field: string, fileName: string): AppError {
  const message = t('pictureForm.fileIsASecondOne', { file: fileName.slice(0, LONGEST_NAME) });
  return invalid(message, { [field]: [message] });
}

async function readParts(upload: UploadSource, rules: PictureRules, holding: Holding): Promise<PictureForm> {
  const budget = { read: 0, limit: rules.maxFormBytes, exceeded: rules.tooLarge };
  const fields: Record<string, string> = {};
  const files: PictureForm['files'] = new Map();
  holding.signal.addEventListener('abort', () => files.clear());
  for await (const part of readUploadParts(upload, budget, rules.maxParts ?? MAX_PARTS)) {
    const { name, fileName, bytes } = part;
    if (fileName === null) {
      const text = await part.text(rules.maxTextBytes?.(name) ?? MAX_TEXT_BYTES);
      if (rules.isField(name)) fields[name] = text;
    } else if (rules.isPicture(name)) {
      const { maxPictureBytes: max } = rules;
      const file = await pictureOf(bytes, typeof max === 'function' ? max(name) : max, holding);
      if (file?.byteLength === 0) continue;
      if (files.has(name)) throw secondFile(name, fileName);
      files.set(name, file);
    }
  }
  holding.keep();
  return { fields, files };
}

/**
 * Reads a posted form with pictures into memory, within a budget for all forms, which it holds while `take` runs.
 * @throws AppError unsupported-media; invalid for a malformed form, or naming a second file of a field; too-large; rate-limited; busy; errors of `take`
 */
export async function withPictureForm<Taken>(
  actor: Actor,
  upload: UploadSource,
  rules: PictureRules,
  take: (form: PictureForm) => Promise<Taken>,
): Promise<Taken> {
  const release = takeUploadSlot(actor);
  const holding = holdPictures();
  try {
    return await take(await readParts(upload, rules, holding));
  } finally {
    holding.release();
    release();
  }
}
