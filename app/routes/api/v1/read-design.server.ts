import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { type DesignInput, designSchema } from '#app/designs/design.schema.server.ts';
import { SIGNATORIES } from '#app/designs/design-form.ts';
import { readDesignForm } from '#app/routes/designs/read-design-form.server.ts';
import type { UploadSource } from '#app/routes/upload-form.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';

const PICTURE = 'PNG, JPEG or SVG, at most 2 MB';

/** The pictures of a design. */
export const DESIGN_FILES: Record<string, string> = {
  logo: PICTURE,
  ...Object.fromEntries(SIGNATORIES.map((number) => [`signature${number}`, PICTURE])),
};

export const EXAMPLE_DESIGN = {
  name: 'Diploma',
  base: 'heritage',
  typeface: 'classic',
  primary: '#1b2350',
  accent: '#a9791f',
  paper: '#ffffff',
  title: 'Certificate of Completion',
  statement: 'Awarded by {issuer} on {issueDate}',
};

/**
 * Reads a posted design and stores its pictures.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; invalid; too-large; rate-limited;
 *   unsupported-media
 */
export async function readDesign(actor: Actor, upload: UploadSource): Promise<DesignInput> {
  requireIssuer(actor, 'certificates');
  const { fields, error } = await readDesignForm(actor, upload);
  if (error) throw error;
  return parseInput(designSchema, fields);
}
