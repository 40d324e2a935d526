import { receiptPdf } from '#app/payments/document-pdf.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { receiptProofFile } from '#app/verification/receipt-document.server.ts';
import type { Route } from './+types/receipt';

export const handle = { tokenScopes: ['payments:read', 'verifications:read'] } satisfies RouteNeeds;

const TYPES = { json: 'application/json', 'tlog-proof': 'text/plain; charset=utf-8' } as const;

/** /verify/receipts/{id}/pdf, receipt.json, the signed receipt, and receipt.tlog-proof, its log proof. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (params.file === 'pdf') {
    const receipt = receiptPdf(actor, params.id, timeZoneOf(request));
    return await serveDocument(request, { ...receipt, contentType: 'application/pdf' });
  }
  const format = /^receipt\.(json|tlog-proof)$/.exec(params.file)?.[1] as keyof typeof TYPES | undefined;
  if (!format) throw notFound();
  const { bytes, name } = receiptProofFile(actor, params.id, format);
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Cache-Control': 'private, no-cache',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Length': String(bytes.byteLength),
      'Content-Type': TYPES[format],
    },
  });
}
