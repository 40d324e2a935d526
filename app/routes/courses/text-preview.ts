import { previewText } from '#app/courses/lessons/text-lessons.server.ts';
import { readForm } from '#app/routes/read-form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import type { Route } from './+types/text-preview';

export const handle = { body: [{ bytes: LONG_FORM_BYTES }] } satisfies RouteNeeds;

/** Renders the text of the form of a lesson for its live preview. Stores nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  try {
    const form = await readForm(request, { bytes: LONG_FORM_BYTES });
    const [text, lessonId] = ['text', 'lessonId'].map((name) => String(form.get(name) ?? ''));
    return Response.json({ html: await previewText(context.get(actorContext), { text, lessonId }) });
  } catch (error) {
    const parts = toErrorParts(error);
    if (!parts) throw error;
    return Response.json({ message: parts.message }, { status: parts.status, headers: parts.headers });
  }
}

/** Rejects GET. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } });
