import type { ActionFunctionArgs } from 'react-router';
import { type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { type DesignInput, designSchema } from '#app/designs/design.schema.server.ts';
import { withPage } from '#app/designs/own-artwork/check-design.server.ts';
import { chosenSample, type Sample } from '#app/designs/own-rows.server.ts';
import type { FaceKind } from '#app/drawing/own-artwork/artwork.ts';
import { readFace, wholeFields } from '#app/routes/designs/own-artwork/face-form.server.ts';
import { readForm } from '#app/routes/read-form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';

type Show = (actor: Issuer, input: DesignInput, sample: Sample, face: FaceKind | null) => Promise<Response>;

/** Answers with a live preview of a design's form, or with a message as JSON. Stores nothing. */
export async function answerPreview({ request, context }: ActionFunctionArgs, show: Show): Promise<Response> {
  const actor = context.get(actorContext);
  try {
    requireIssuer(actor, 'certificates');
    const fields = Object.fromEntries(await readForm(request)) as Record<string, string>;
    const face = readFace(fields.face);
    const whole = face ? wholeFields(actor, fields, null) : withPage(actor, fields);
    return await show(actor, parseInput(designSchema, whole), chosenSample(actor, fields.sample), face);
  } catch (error) {
    const parts = toErrorParts(error);
    if (!parts) throw error;
    return Response.json({ message: parts.message }, { status: parts.status, headers: parts.headers });
  }
}
