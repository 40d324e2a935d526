import { receiptPdf } from '#app/payments/document-pdf.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { requireLogin } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/receipt';

export const handle = { tokenScopes: ['payments:read', 'verifications:read'] } satisfies RouteNeeds;

export const middleware = [requireLogin];

/** A receipt as PDF. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const receipt = receiptPdf(context.get(actorContext), params.id, timeZoneOf(request));
  return await serveDocument(request, { ...receipt, contentType: 'application/pdf' });
}
