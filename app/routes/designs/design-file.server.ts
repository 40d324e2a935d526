import type { Actor } from '#app/accounts/actor.server.ts';
import { DESIGN_FILE, designFileTooLarge, MAX_DESIGN_FILE_BYTES } from '#app/designs/design-form.ts';
import { type PictureRules, withPictureForm } from '#app/routes/pieces/picture-form.server.ts';
import type { UploadSource } from '#app/routes/upload-form.server.ts';
import { AppError } from '#app/shared/errors.server.ts';

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
 * Reads a posted ZIP of a design into memory while `take` runs.
 * @param take gets null if none was chosen
 * @throws AppError unsupported-media; invalid; too-large; rate-limited; busy; errors of `take`
 */
export const readDesignFile = <Taken>(
  actor: Actor,
  upload: UploadSource,
  take: (zip: Buffer | null) => Promise<Taken>,
): Promise<Taken> =>
  withPictureForm(actor, upload, RULES, async ({ files }) => {
    const file = files.get(DESIGN_FILE);
    if (file === null) throw tooLarge();
    return await take(file ?? null);
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
