import { drawDraft } from '#app/routes/certificates/read-certificate-form.server.ts';
import { formAction } from '#app/routes/form.server.ts';
import { sendPicture } from '#app/routes/pieces/pictures.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/draft';

export const handle = { body: [{ bytes: LONG_FORM_BYTES }] } satisfies RouteNeeds;

const draw = formAction(
  drawDraft(({ png }) => sendPicture(png)),
  { bytes: LONG_FORM_BYTES },
);

/** Draws what is entered so far in the form of a new certificate, while somebody types. Stores nothing. */
export async function action(args: Route.ActionArgs) {
  const answer = await draw(args);
  if (answer instanceof Response) return answer;
  return Response.json({ message: answer.data.message }, { status: answer.init?.status ?? 400 });
}

/** Rejects GET. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } });
