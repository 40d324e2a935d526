import { revocationSchema } from '#app/certificates/certificate.schema.ts';
import { linesOf } from '#app/certificates/fields.ts';
import { certificatesToRevoke, revokeCertificates } from '#app/certificates/revoke-certificate.server.ts';
import { formatFacts } from '#app/messages/format-numbers.ts';
import { selected, selectedOrBack } from '#app/routes/certificates/selected.server.ts';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { openerOf } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/revocations';

export const meta = () =>
  pageMeta(t('revocations.revokeCertificates'), t('revocations.revokeSeveralCertificatesWithOneReason'));

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const rows = certificatesToRevoke(context.get(actorContext), selectedOrBack(url));
  return {
    facts: rows.map((row) => [row.uniqueId, formatFacts(linesOf(row))] as const),
    list: openerOf(url),
  };
};

export const action = formAction(
  form({
    schema: revocationSchema,
    perform: (input, { actor, url }) => revokeCertificates(actor, selected(url), input),
    outcome: ({ message }, { url }) => redirectWithToast(openerOf(url).to, message),
  }),
);

export default function Revocations({ loaderData, actionData }: Route.ComponentProps) {
  const { facts, list } = loaderData;
  const title = t('revocations.revokeCountCertificates', { count: facts.length });
  return (
    <DecisionPage
      title={facts.length === 0 ? t('revocations.revokeCertificates') : title}
      list={list}
      facts={facts}
      consequence={{
        title: t('common.thisCannotBeUndone'),
        text: t('revocations.theFilesTheLookUp'),
      }}
      hint={t('revocations.theStudentsAndEverybodyWhoLooksThemUp')}
      pendingText={t('revocations.revoking')}
      done={facts.length === 0 ? t('common.theseCertificatesAreAlreadyRevoked') : null}
      failure={actionData}
    />
  );
}
