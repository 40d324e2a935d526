import { securityTxt } from '#app/operations/security-txt.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { Route } from './+types/security-txt';

/** /.well-known/security.txt (RFC 9116), if SECURITY_CONTACT is set. */
export const loader = ({ request }: Route.LoaderArgs) =>
  serveText(request, Buffer.from(securityTxt()), 'text/plain; charset=utf-8', 'public, max-age=3600');
