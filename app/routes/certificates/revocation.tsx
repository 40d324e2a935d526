import { revocationSchema } from '#app/certificates/certificate.schema.ts';
import {
  certificateToRevoke,
  revokeCertificate,
  revokedAlready,
  revokedTexts,
} from '#app/certificates/revoke-certificate.server.ts';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { form, formAction } from '#app/routes/form.server.ts';
import { issuedListOf } from '#app/routes/pieces/certificates/issued-path.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { t } from '#messages';
import type { Route } from './+types/revocation';

export const meta = () => pageMeta(t('revocation.revokeCertificate'), t('revocation.revokeACertificate'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const { uniqueId, studentName, courseName, revocation } = certificateToRevoke(
    context.get(actorContext),
    params.uniqueId,
  );
  const done = revocation && revokedAlready();
  return { uniqueId, studentName, courseName, done, list: issuedListOf(url) };
};

export const action = formAction(
  form({
    schema: revocationSchema,
    perform: (input, { actor, params }) => revokeCertificate(actor, params.uniqueId ?? '', input),
    outcome: (_, { url }) => redirectWithToast(issuedListOf(url), revokedTexts()),
  }),
);

export default function Revocation({ loaderData, actionData }: Route.ComponentProps) {
  const { uniqueId, studentName, courseName, done, list } = loaderData;
  return (
    <DecisionPage
      title={t('revocation.revokeCertificate')}
      list={{ label: t('revocation.issuedCertificates'), to: list }}
      facts={[
        [t('revocation.certificateId'), uniqueId],
        [t('revocation.issuedTo'), studentName],
        [t('revocation.course'), courseName],
      ]}
      consequence={{
        title: t('revocation.thisCannotBeUndone'),
        text: t('revocation.theFileTheLookUp'),
      }}
      hint={t('revocation.theStudentAndEverybodyWhoVerifies')}
      pendingText={t('revocation.revoking')}
      done={done}
      failure={actionData}
    />
  );
}
