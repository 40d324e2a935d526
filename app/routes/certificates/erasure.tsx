import { eraseHolderOf, eraseHolderSchema, holderToErase } from '#app/privacy/erasure/erase-holder.server.ts';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { openerOf } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { TextField } from '#app/ui/form.tsx';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/erasure';

export const meta = () => pageMeta(t('erasure.eraseHolder'), t('erasure.eraseNameAndAddress'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  return {
    ...holderToErase(actor, params.uniqueId),
    list: openerOf(url),
    password:
      'user' in actor && actor.user.role === 'superadmin'
        ? t('superadminLogin.password1')
        : t('erasure.yourPassword'),
  };
};

export const action = formAction(
  form({
    schema: eraseHolderSchema,
    secretFields: ['password'],
    perform: (input, { actor, params }) => eraseHolderOf(actor, params.uniqueId ?? '', input),
    outcome: ({ message }, { url }) => redirectWithToast(openerOf(url).to, message),
  }),
);

export default function Erasure({ loaderData, actionData }: Route.ComponentProps) {
  const { uniqueId, studentName, certificates, list, password } = loaderData;
  return (
    <DecisionPage
      title={t('erasure.eraseHolder')}
      list={list}
      facts={[
        [t('common.certificateId'), uniqueId],
        [t('common.issuedTo'), studentName],
        [t('erasure.certificatesToTheSameAddress'), String(certificates)],
      ]}
      consequence={{
        title: t('common.thisCannotBeUndone'),
        text: t('erasure.nameAndAddressAreDeletedFrom'),
      }}
      hint={t('erasure.itIsKeptWithTheCertificate')}
      pendingText={t('erasure.erasing')}
      done={null}
      failure={actionData}
    >
      <TextField
        label={t('erasure.emailOfTheHolder')}
        name="email"
        type="email"
        autoComplete="off"
        hint={t('erasure.enterItAgain')}
        required
      />
      <TextField label={password} name="password" type="password" autoComplete="current-password" required />
    </DecisionPage>
  );
}
