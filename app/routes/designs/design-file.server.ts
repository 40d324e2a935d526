import type { Actor } from '#app/accounts/actor.server.ts';
import { designSchema } from '#app/designs/design.schema.server.ts';
import { DESIGN_FILE, designFileTooLarge, MAX_DESIGN_FILE_BYTES } from '#app/designs/design-form.ts';
import { importDesign } from '#app/designs/own-artwork/design-file.server.ts';
import { type PictureRules, withPictureForm } from '#app/routes/pieces/picture-form.server.ts';
import type { UploadSource } from '#app/routes/upload-form.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';

const tooLarge = () =>
  new AppError('too-large', designFileTooLarge(), { fields: { [DESIGN_FILE]: [designFileTooLarge()] } });

const RULES: PictureRules = {
  isPicture: (name) => name === DESIGN_FILE,
  isField: () => false,
  maxPictureBytes: () => MAX_DESIGN_FILE_BYTES,
  maxFormBytes: MAX_DESIGN_FILE_BYTES + 65_536,
  tooLarge,
};

/**
 * Makes a design of a posted ZIP, while that is in memory.
 * @returns its id
 * @throws AppError unsupported-media; too-large; errors of `importDesign`
 */
export const importDesignFile = (actor: Actor, upload: UploadSource): Promise<string> =>
  withPictureForm(actor, upload, RULES, async ({ files }) => {
    const file = files.get(DESIGN_FILE);
    if (file === null) throw tooLarge();
    return await importDesign(actor, file ?? null, (fields) => parseInput(designSchema, fields));
  });

/** Answers with the ZIP of a design. */
export const sendDesignFile = (zip: ReadableStream<Uint8Array>): Response =>
  new Response(zip, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="design.zip"',
      'Cache-Control': 'no-store',
    },
  });
