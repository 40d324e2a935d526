import { useNavigation } from 'react-router';
import { proofSchema } from '#app/accounts/account.schema.server.ts';
import { endSessionsOf, sessionsSubject } from '#app/accounts/account-sessions.server.ts';
import { afterProof } from '#app/routes/accounts/proof.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import {
  Alert,
  ButtonLink,
  Card,
  FormAlert,
  IdText,
  PageHeader,
  pageMeta,
  SubmitButton,
} from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/end-sessions';
import { listOfAccount } from './second-factor-cell.tsx';

export const meta = () => pageMeta(t('endSessions.endSessions'), t('endSessions.endsAllSessionsOfAnAccount'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const subject = sessionsSubject(context.get(actorContext), params.id);
  return { subject, list: listOfAccount(subject.isIssuer, url) };
};

export const action = formAction(
  form({
    schema: proofSchema,
    secretFields: ['password'],
    perform: afterProof((input, { actor, params }) => endSessionsOf(actor, params.id ?? '', input)),
    outcome: ({ message }: { message: string }, { actor, params, url }) =>
      redirectWithToast(listOfAccount(sessionsSubject(actor, params.id ?? '').isIssuer, url).to, message),
  }),
);

export default function EndSessions({ loaderData, actionData }: Route.ComponentProps) {
  const { subject, list } = loaderData;
  const pending = useNavigation().state === 'submitting';
  return (
    <>
      <PageHeader
        title={t('endSessions.endSessions')}
        crumbs={[list, { label: t('endSessions.endSessions') }]}
      />
      <Card className="grid max-w-3xl gap-6">
        <FormAlert errors={actionData?.message} />
        <Facts
          facts={[
            [t('common.account'), subject.name],
            [t('common.username'), <IdText key="username">{subject.username}</IdText>],
            [t('common.email'), subject.email ?? ''],
          ]}
          breakable
        />
        <Alert tone="warning" title={t('endSessions.everySessionAndApiTokenEnds')}>
          {t('endSessions.theOwnerCanLogInAgain')}
        </Alert>
        <Form method="post" className="flex flex-wrap gap-3">
          <SubmitButton variant="danger" pending={pending}>
            {t('endSessions.endSessions')}
          </SubmitButton>
          <ButtonLink to={list.to} variant="quiet">
            {t('common.cancel')}
          </ButtonLink>
        </Form>
      </Card>
    </>
  );
}
