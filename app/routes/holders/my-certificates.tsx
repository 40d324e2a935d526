import { redirect } from 'react-router';
import { listHeldCertificates } from '#app/certificates/held-certificates.server.ts';
import { holderLinkSchema, requestHolderLink } from '#app/certificates/request-holder-link.server.ts';
import { holderOf } from '#app/holders/holder.server.ts';
import { closeHolderSession } from '#app/holders/holder-sessions.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { heldRow } from '#app/routes/holders/held-row.server.ts';
import { viewOf } from '#app/routes/pieces/certificates/rows.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { endedHolderCookie, holderToken } from '#app/server/session/cookies.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/my-certificates';
import { HeldList } from './held-list.tsx';
import { HolderLinkForm } from './holder-link-form.tsx';

export const meta = () => pageMeta('My certificates', 'See the certificates that were issued to you.');

/** The page of a holder's session is never stored, and its address is sent nowhere. */
export const handle = { secret: true } satisfies RouteNeeds;

export function loader({ request, url }: Route.LoaderArgs) {
  const holder = holderOf(holderToken(request));
  if (!holder) return null;
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const { certificates, nextCursor } = listHeldCertificates(holder, cursor);
  const view = viewOf(request);
  return {
    emails: holder.emails,
    isFirstPage: cursor === undefined,
    nextCursor,
    rows: certificates.map((certificate) => heldRow(certificate, view)),
  };
}

export const action = intentAction({
  request: form({
    schema: holderLinkSchema,
    perform: (input, { actor }) => requestHolderLink(actor, input),
    outcome: stay,
  }),
  close: async ({ request }) => {
    closeHolderSession(holderToken(request));
    return redirect('/my-certificates', { headers: { 'Set-Cookie': endedHolderCookie() } });
  },
});

export default function MyCertificates({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && 'ok' in actionData ? actionData : undefined;
  return loaderData ? <HeldList {...loaderData} /> : <HolderLinkForm answer={answer} />;
}
