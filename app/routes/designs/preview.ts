import { previewDesign } from '#app/designs/preview-design.server.ts';
import { answerPreview } from '#app/routes/designs/answer-preview.server.ts';
import { sendPicture } from '#app/routes/pieces/pictures.server.ts';
import type { Route } from './+types/preview';

/** Draws a form's fields as PNG for the live preview. */
export const action = (args: Route.ActionArgs) =>
  answerPreview(args, async (...entered) => sendPicture(await previewDesign(...entered)));

/** Rejects GET. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } });
