import { requireIssuer } from '#app/accounts/actor.server.ts';
import { designSchema } from '#app/designs/design.schema.server.ts';
import { previewDesign } from '#app/designs/preview-design.server.ts';
import { sampleOf } from '#app/designs/samples.ts';
import { sendPicture } from '#app/routes/pieces/drawn-picture.server.ts';
import { readForm } from '#app/routes/read-form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireAdminArea } from '#app/server/session/guards.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import type { Route } from './+types/preview';

export const middleware = [requireAdminArea];

/** Draws a form's fields as PNG for the live preview. Stores nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  try {
    requireIssuer(actor, 'certificates');
    const fields = Object.fromEntries(await readForm(request)) as Record<string, string>;
    const input = parseInput(designSchema, fields);
    return sendPicture(await previewDesign(actor, input, sampleOf(fields.sample)));
  } catch (error) {
    const parts = toErrorParts(error);
    if (!parts) throw error;
    return Response.json({ message: parts.message }, { status: parts.status, headers: parts.headers });
  }
}

/** Rejects GET. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } });
