import { data } from 'react-router';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { designSchema } from '#app/designs/design.schema.ts';
import { previewDesign } from '#app/designs/preview-design.server.ts';
import { sampleOf } from '#app/designs/samples.ts';
import { uploadError } from '#app/routes/courses/course-form.server.ts';
import { errorText } from '#app/routes/error-texts.ts';
import type { UploadSource } from '#app/routes/upload-form.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { readDesignForm } from './read-design-form.server.ts';

type Submitted = {
  actor: Actor;
  upload: UploadSource;
  pattern: string;
  /** Saves the design. */
  save: (fields: Record<string, string>) => Response;
};

const dataUrl = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

/** A preview of the entered design as a data URL, which saves a second request. */
async function preview(actor: Actor, fields: Record<string, string>) {
  const { design } = parseInput(designSchema, fields);
  const png = await previewDesign(actor, design, sampleOf(fields.sample));
  return { ok: true as const, fields, preview: dataUrl(png) };
}

/** After a conflict, sets the version to the newest one, so that saving again overwrites it. */
function acceptNewest(fields: Record<string, string>, error: unknown) {
  const version = error instanceof AppError && error.code === 'conflict' ? error.details?.version : undefined;
  if (typeof version === 'number') fields.version = String(version);
}

/** The action of a design's form: the intent 'preview' shows the entered design, all others save it. */
export async function designAction({ actor, upload, pattern, save }: Submitted) {
  let fields: Record<string, string> = {};
  try {
    requireIssuer(actor);
    const form = await readDesignForm(actor, upload);
    fields = form.fields;
    if (form.error) throw form.error;
    return fields.intent === 'preview' ? data(await preview(actor, fields)) : save(fields);
  } catch (error) {
    acceptNewest(fields, error);
    return uploadError(error, fields, errorText(pattern));
  }
}
