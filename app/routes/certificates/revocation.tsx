import { revocationSchema } from '#app/certificates/certificate.schema.ts';
import {
  certificateToRevoke,
  REVOKED,
  REVOKED_ALREADY,
  revokeCertificate,
} from '#app/certificates/revoke-certificate.server.ts';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { form, formAction } from '#app/routes/form.server.ts';
import { issuedListOf } from '#app/routes/pieces/certificates/issued-path.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/revocation';

export const meta = () =>
  pageMeta('Revoke certificate', 'Revoke a certificate, with a reason for people who look it up.');

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const { uniqueId, studentName, courseName, revocation } = certificateToRevoke(
    context.get(actorContext),
    params.uniqueId,
  );
  const done = revocation && REVOKED_ALREADY;
  return { uniqueId, studentName, courseName, done, list: issuedListOf(url) };
};

export const action = formAction(
  form({
    schema: revocationSchema,
    perform: (input, { actor, params }) => revokeCertificate(actor, params.uniqueId ?? '', input),
    outcome: (_, { url }) => redirectWithToast(issuedListOf(url), REVOKED),
  }),
);

export default function Revocation({ loaderData, actionData }: Route.ComponentProps) {
  const { uniqueId, studentName, courseName, done, list } = loaderData;
  return (
    <DecisionPage
      title="Revoke certificate"
      list={{ label: 'Issued Certificates', to: list }}
      facts={[
        ['Certificate ID', uniqueId],
        ['Issued to', studentName],
        ['Course', courseName],
      ]}
      consequence={{
        title: 'This cannot be undone',
        text: 'The file, the look-up and the API will show the certificate as revoked, and the student is told by mail.',
      }}
      hint="The student and everybody who verifies the certificate can read it."
      pendingText="Revoking..."
      done={done}
      failure={actionData}
    />
  );
}
