import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import {
  type Background,
  backgroundSchema,
  storeBackground,
  tooLargeBackground,
} from '#app/designs/background.server.ts';
import { MAX_BACKGROUND_BYTES, MAX_PICTURE_BYTES, SIGNATORIES } from '#app/designs/design-form.ts';
import { storeDesignImage, tooLarge } from '#app/designs/design-image.server.ts';
import { FACE_KINDS, MOST_BOXES } from '#app/drawing/own-artwork/artwork.ts';
import { isBoxField } from '#app/routes/designs/own-artwork/box-form.ts';
import { readFace } from '#app/routes/designs/own-artwork/face-form.server.ts';
import { type PictureRules, withPictureForm } from '#app/routes/pieces/picture-form.server.ts';
import type { UploadSource } from '#app/routes/upload-form.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';

/** File fields. The field with the suffix 'Image' has the name of the stored picture. */
const FILE_FIELDS = new Set<string>(['logo', ...SIGNATORIES.map((number) => `signature${number}`)]);

const BACKGROUND = 'background';

/** More than the boxes of any design take as JSON. */
const MAX_BOXES_BYTES = 131_072;
const FIELDS_OF_BOX = 14;

const RULES: PictureRules = {
  isPicture: (name) => FILE_FIELDS.has(name) || name === BACKGROUND,
  isField: (name) => /^[a-z]\w{0,40}$/i.test(name) || isBoxField(name),
  maxPictureBytes: (name) => (name === BACKGROUND ? MAX_BACKGROUND_BYTES : MAX_PICTURE_BYTES),
  maxTextBytes: (name) =>
    name === 'boxes' ? MAX_BOXES_BYTES : name === 'faces' ? FACE_KINDS.length * MAX_BOXES_BYTES : undefined,
  maxFormBytes: 40 * 1_048_576,
  // Without a script, each box has its fields. With one, all boxes are one field.
  maxParts: 90 + MOST_BOXES * FIELDS_OF_BOX,
  tooLarge: () => tooLarge('logo'),
};

export type DesignForm = {
  /** The entered fields, with the names of the pictures that are now stored. */
  fields: Record<string, string>;
  /** The error of the first rejected picture. */
  error: AppError | null;
};

async function storePicture(actor: Actor, name: string, file: Buffer | null): Promise<string> {
  if (file === null) throw tooLarge(name);
  return await storeDesignImage(actor, name, file);
}

/** Stores the background, which the form names by its id. */
async function storePage(actor: Actor, file: Buffer | null, face: string | undefined): Promise<string> {
  if (file === null) throw tooLargeBackground(BACKGROUND);
  return (await storeBackground(actor, BACKGROUND, file, { face: readFace(face) ?? undefined })).id;
}

/** Stores the chosen pictures and removes the names of those to be removed. */
async function storePictures(
  actor: Actor,
  fields: Record<string, string>,
  files: ReadonlyMap<string, Buffer | null>,
) {
  let error: AppError | null = null;
  for (const name of [...FILE_FIELDS, BACKGROUND]) {
    if (fields[`${name}Remove`] === 'on') fields[`${name}Image`] = '';
    const file = files.get(name);
    if (file === undefined) continue;
    try {
      await limit(actor, 'design-pictures');
      fields[`${name}Image`] =
        name === BACKGROUND
          ? await storePage(actor, file, fields.face)
          : await storePicture(actor, name, file);
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
export const readDesignForm = (actor: Actor, upload: UploadSource): Promise<DesignForm> =>
  withPictureForm(actor, upload, RULES, async ({ fields, files }) => ({
    fields,
    error: await storePictures(actor, fields, files),
  }));

/** Reads and stores the background of a call. */
export function readBackgroundForm(actor: Actor, upload: UploadSource): Promise<Background> {
  requireIssuer(actor, 'certificates');
  const isOf = (wanted: string) => (name: string) => name === wanted;
  const rules = { ...RULES, isPicture: isOf(BACKGROUND), isField: isOf('face') };
  return withPictureForm(actor, upload, rules, async ({ fields, files }) => {
    const { face } = parseInput(backgroundSchema, fields);
    await limit(actor, 'design-pictures');
    const file = files.get(BACKGROUND);
    if (file === null) throw tooLargeBackground(BACKGROUND);
    return await storeBackground(actor, BACKGROUND, file ?? Buffer.alloc(0), { isWholeCall: true, face });
  });
}
