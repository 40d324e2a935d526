import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireLogin } from '#app/server/session/guards.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { receiptProofFile } from '#app/verification/receipt-document.server.ts';
import type { Route } from './+types/receipt-proof';

export const handle = { tokenScopes: ['payments:read', 'verifications:read'] } satisfies RouteNeeds;

export const middleware = [requireLogin];

const TYPES = { json: 'application/json', 'tlog-proof': 'text/plain; charset=utf-8' } as const;

/** /verify/receipts/{id}/receipt.json, the signed receipt, and receipt.tlog-proof, its log proof. */
export function loader({ params, context }: Route.LoaderArgs) {
  const format = /^receipt\.(json|tlog-proof)$/.exec(params.file)?.[1] as keyof typeof TYPES | undefined;
  if (!format) throw notFound();
  const { bytes, name } = receiptProofFile(context.get(actorContext), params.id, format);
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Cache-Control': 'private, no-cache',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Length': String(bytes.byteLength),
      'Content-Type': TYPES[format],
    },
  });
}
