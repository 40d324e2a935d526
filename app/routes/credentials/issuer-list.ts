import { issuerListProof, publishedIssuerList } from '#app/credentials/issuer-list.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/issuer-list';

export const handle = { server: true } satisfies RouteNeeds;

/** Short, because the list changes with each decision about an issuer. */
const CACHE = 'public, max-age=5';

/** /.well-known/issuers.json, the signed list of approved issuers, and /.well-known/issuers.tlog-proof, its log proof. */
export const loader = ({ request, url }: Route.LoaderArgs) =>
  url.pathname.endsWith('.json')
    ? serveText(request, publishedIssuerList(), 'application/json', CACHE)
    : serveText(request, Buffer.from(issuerListProof()), 'text/plain; charset=utf-8', CACHE);
