import {
  certificateCredential,
  certificateFile,
  certificateLogProof,
} from '#app/certificates/certificate-file.server.ts';
import { serveDocument, serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, requestHolder } from '#app/server/session/context.server.ts';
import { leadToLogin } from '#app/server/session/guards.server.ts';
import { urlSignature } from '#app/shared/signed-urls.server.ts';
import type { Route } from './+types/certificate';

const TYPES = { png: 'image/png', pdf: 'application/pdf' } as const;

/** Every request checks the permission. */
const PRIVATE = 'private, no-cache';

export const handle = { tokenScopes: ['certificates:read', 'verifications:read'] } satisfies RouteNeeds;

export const middleware = [leadToLogin];

/** /certificates/{uniqueId}.png, .pdf, .json (the credential) and .tlog-proof (docs/product.md, Certificate files). */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const [, id = '', format = 'png'] = /^(.{1,100})\.(png|pdf|json|tlog-proof)$/.exec(params.file) ?? [];
  const reader = {
    actor: context.get(actorContext),
    holder: requestHolder(request, context),
    signature: urlSignature(url.searchParams),
  };
  if (format === 'json') {
    const credential = certificateCredential(reader, id);
    return serveText(request, credential, 'application/vc', PRIVATE);
  }
  if (format === 'tlog-proof') {
    const proof = Buffer.from(certificateLogProof(reader, id));
    return serveText(request, proof, 'text/plain; charset=utf-8', PRIVATE);
  }
  const kind = format === 'pdf' ? 'pdf' : 'png';
  const file = certificateFile(reader, id, kind);
  return await serveDocument(request, { ...file, contentType: TYPES[kind] });
}
