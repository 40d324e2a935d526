import { revocationSchema } from '#app/certificates/certificate.schema.ts';
import { named } from '#app/certificates/fields.ts';
import {
  certificateToRevoke,
  revokeCertificate,
  revokedAlready,
  revokedTexts,
} from '#app/certificates/revoke-certificate.server.ts';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { namedFacts, openerOf } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/revocation';

export const meta = () => pageMeta(t('revocation.revokeCertificate'), t('revocation.revokeACertificate'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const certificate = certificateToRevoke(context.get(actorContext), params.uniqueId);
  const done = certificate.revocation && revokedAlready();
  return { certificate: named(certificate), done, list: openerOf(url) };
};

export const action = formAction(
  form({
    schema: revocationSchema,
    perform: (input, { actor, params }) => revokeCertificate(actor, params.uniqueId ?? '', input),
    outcome: (_, { url }) => redirectWithToast(openerOf(url).to, revokedTexts()),
  }),
);

export default function Revocation({ loaderData, actionData }: Route.ComponentProps) {
  const { certificate, done, list } = loaderData;
  return (
    <DecisionPage
      title={t('revocation.revokeCertificate')}
      list={list}
      facts={namedFacts(certificate)}
      consequence={{
        title: t('common.thisCannotBeUndone'),
        text: t('revocation.theFileTheLookUp'),
      }}
      hint={t('revocation.theStudentAndEverybodyWhoLooksItUp')}
      pendingText={t('revocation.revoking')}
      done={done}
      failure={actionData}
    />
  );
}
