import { recordExport } from '#app/audit/record-export.server.ts';
import { statementPdf } from '#app/payments/document-pdf.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import type { Route } from './+types/statement-pdf';

export const handle = { tokenScopes: ['payments:read'] } satisfies RouteNeeds;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const statement = statementPdf(actor, params.id);
  recordExport(actor, `statement-${params.id}.pdf`);
  return await serveDocument(request, { ...statement, contentType: 'application/pdf' });
}
