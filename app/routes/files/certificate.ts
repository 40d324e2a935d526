import {
  certificateCredential,
  certificateFace,
  certificateFile,
  certificateLogProof,
} from '#app/certificates/certificate-file.server.ts';
import { FACE_KINDS } from '#app/drawing/own-artwork/artwork.ts';
import { serveDocument, serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, requestHolder } from '#app/server/session/context.server.ts';
import { leadToLogin } from '#app/server/session/guards.server.ts';
import { urlSignature } from '#app/shared/signed-urls.server.ts';
import type { Route } from './+types/certificate';

const TYPES = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' } as const;

/** Every request checks the permission. */
const PRIVATE = 'private, no-cache';

export const handle = { tokenScopes: ['certificates:read', 'verifications:read'] } satisfies RouteNeeds;

export const middleware = [leadToLogin];

/** The formats of each face. */
const FACE_FORMATS = { card: ['pdf', 'png'], wide: ['png', 'jpg'], square: ['png'] } as const;

/** A face that the name of a file asks for, as in `{uniqueId}.card.pdf`. */
function readFace(file: string) {
  const [, id = '', name, ending] = /^([^.]{1,100})\.([a-z]{1,10})\.([a-z]{1,10})$/.exec(file) ?? [];
  const kind = FACE_KINDS.find((known) => known === name);
  const format = kind && FACE_FORMATS[kind].find((known) => known === ending);
  return kind && format ? { id, kind, format } : null;
}

/**
 * /certificates/{uniqueId}.png, .pdf, .json (the credential) and .tlog-proof, and its faces, such as .card.pdf (docs/product.md,
 * Certificate files).
 */
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
  const face = readFace(params.file);
  if (face) {
    const file = certificateFace(reader, face.id, face.kind, face.format);
    return await serveDocument(request, { ...file, contentType: TYPES[face.format] });
  }
  const kind = format === 'pdf' ? 'pdf' : 'png';
  const file = certificateFile(reader, id, kind);
  return await serveDocument(request, { ...file, contentType: TYPES[kind] });
}
