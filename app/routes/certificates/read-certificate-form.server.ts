import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { draftSchema } from '#app/certificates/certificate.schema.ts';
import { todayUtc } from '#app/certificates/certificate.server.ts';
import { type DrawnDraft, draftSoFar } from '#app/certificates/draft-certificate.server.ts';
import { pictureTooLarge, uploadPicture } from '#app/certificates/field-pictures.server.ts';
import { controlOf, keyOf, keyOfRemoved } from '#app/certificates/own-fields.ts';
import { findScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { MAX_THUMBNAIL_BYTES, MOST_PICTURE_FORM } from '#app/files/media/texts.ts';
import { type ActionArgs, form, type Submission } from '#app/routes/form.server.ts';
import { type PictureRules, withPictureForm } from '#app/routes/pieces/picture-form.server.ts';
import { pictureUrl } from '#app/routes/pieces/pictures.server.ts';
import { enteredFields, FIELD_NAME, type ReadForm, readForm } from '#app/routes/read-form.server.ts';
import { isUpload } from '#app/routes/upload-action.server.ts';
import { type UploadSource, uploadSource } from '#app/routes/upload-form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { AppError, type FieldErrors } from '#app/shared/errors.server.ts';

const RULES: Omit<PictureRules, 'isPicture' | 'isField'> = {
  maxPictureBytes: MAX_THUMBNAIL_BYTES,
  maxFormBytes: MOST_PICTURE_FORM,
  tooLarge: () => pictureTooLarge('picture'),
};

/** The fields of a form with the stored pictures, and why others were refused. */
async function storePictures(
  actor: Actor,
  form: FormData,
  files: ReadonlyMap<string, Buffer | null>,
): Promise<ReadForm> {
  let first: AppError | null = null;
  const errors: FieldErrors = {};
  for (const [name, file] of files) {
    try {
      form.set(name, await uploadPicture(actor, file, name));
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      first ??= thrown;
      errors[name] = thrown.fields?.[name] ?? [thrown.message];
    }
  }
  if (!first) return { form };
  const { code, message, retryAfterSeconds } = first;
  const more = { fields: errors, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return { form, refused: new AppError(code, message, more) };
}

/**
 * Reads the form of a certificate, and stores the photographs that are posted with it under their controls. A rejected one does not affect
 * the other fields.
 * @throws AppError as `readForm`; forbidden unless the actor may issue; rate-limited; busy
 */
export async function readCertificateForm(args: ActionArgs): Promise<ReadForm> {
  const { request, context } = args;
  if (!isUpload(args)) return { form: await readForm(request, { bytes: LONG_FORM_BYTES }) };
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  const rules = {
    ...RULES,
    isPicture: (name: string) => keyOf(name) !== undefined && FIELD_NAME.test(name),
    isField: (name: string) => FIELD_NAME.test(name),
  };
  return withPictureForm(actor, uploadSource(request, context), rules, ({ fields, files }) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const name of Object.keys(fields)) {
      const removed = keyOfRemoved(name);
      if (removed !== undefined) form.set(controlOf(removed), '');
    }
    return storePictures(actor, form, files);
  });
}

/** Reads and stores the photograph of a call. @returns its SHA-256 in hex */
export async function readPicture(actor: Actor, upload: UploadSource): Promise<string> {
  requireIssuer(actor, 'certificates');
  const rules = { ...RULES, isPicture: (name: string) => name === 'picture', isField: () => false };
  return withPictureForm(actor, upload, rules, async ({ files }) => {
    const file = files.get('picture');
    return uploadPicture(actor, file === undefined ? Buffer.alloc(0) : file, 'picture');
  });
}

/** The own fields of the certificate that a form is about, if it waits: some may be retired, and have no control. */
function valuesThatWait(actor: Actor, fields: FormData) {
  const uniqueId = fields.get('scheduled');
  return typeof uniqueId === 'string' ? (findScheduled(actor, uniqueId)?.fields ?? []) : [];
}

/** Handles the form of a new certificate, or of one that waits, by drawing what is entered so far. */
export const drawDraft = <Outcome>(outcome: (draft: DrawnDraft, submission: Submission) => Outcome) =>
  form({
    schema: () => draftSchema(todayUtc()),
    perform: (input, { actor, form: fields }) =>
      draftSoFar(actor, { ...input, fields: enteredFields(fields) }, valuesThatWait(actor, fields)),
    details: () => ({ duplicateOf: null }),
    outcome,
  });

/** What a page shows after 'Preview', without JavaScript. */
export const shownDraft = ({ png, size }: DrawnDraft, { form: fields }: Submission) => ({
  ok: true as const,
  draft: { src: pictureUrl(png), ...size },
  entered: Object.fromEntries([...fields].filter(([, value]) => typeof value === 'string')),
  toast: undefined,
});
