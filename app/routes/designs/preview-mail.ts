import { previewMail } from '#app/designs/mail-of-design.server.ts';
import { answerPreview } from '#app/routes/designs/answer-preview.server.ts';
import type { Route } from './+types/preview-mail';

/** Writes the mail of a form's fields for the live preview. */
export const action = (args: Route.ActionArgs) =>
  answerPreview(args, async (actor, input, sample) => Response.json(previewMail(actor, input, sample)));

/** Rejects GET. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } });
