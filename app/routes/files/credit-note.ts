import { creditNotePdf } from '#app/payments/document-pdf.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import type { Route } from './+types/credit-note';

export const handle = { tokenScopes: ['payments:read'] } satisfies RouteNeeds;

/** A credit note as PDF. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const note = creditNotePdf(context.get(actorContext), params.id, timeZoneOf(request));
  return await serveDocument(request, { ...note, contentType: 'application/pdf' });
}
