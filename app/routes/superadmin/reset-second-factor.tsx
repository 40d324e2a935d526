import { Link, useLocation } from 'react-router';
import { requestReset, resetForm } from '#app/accounts/second-factor/resets.server.ts';
import { resetSchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { withRedirectTo } from '#app/shared/redirects.ts';
import { formState, TextField } from '#app/ui/form.tsx';
import { IdText, pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/reset-second-factor';
import { listOfAccount } from './second-factor-cell.tsx';

export const meta = () =>
  pageMeta(t('common.resetSecondFactor'), t('resetSecondFactor.removesTheSecondFactorOfAnAccount'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const { subject, needsCode } = resetForm(context.get(actorContext), params.id);
  return { subject, needsCode, list: listOfAccount(subject.isIssuer, url) };
};

export const action = formAction(
  form({
    schema: resetSchema,
    secretFields: ['code'],
    perform(input, { actor, params, url }) {
      const id = params.id ?? '';
      const { to } = listOfAccount(resetForm(actor, id).subject.isIssuer, url);
      return { to, ...requestReset(actor, id, input) };
    },
    outcome: ({ to, message }) => redirectWithToast(to, message),
  }),
);

export default function ResetSecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { subject, list, needsCode } = loaderData;
  const { pathname, search } = useLocation();
  const wrong = formState(actionData).errors('code');
  return (
    <DecisionPage
      title={t('common.resetSecondFactor')}
      list={list}
      facts={[
        [t('common.account'), subject.name],
        [t('common.username'), <IdText key="username">{subject.username}</IdText>],
        [t('common.email'), subject.email],
      ]}
      consequence={{
        title: t('resetSecondFactor.theSecondFactorGoesIn24Hours'),
        text: t('resetSecondFactor.theOwnerGetsAMail'),
      }}
      hint={t('resetSecondFactor.theOwnerWillReadIt')}
      pendingText={t('resetSecondFactor.requesting')}
      done={subject.obstacle}
      failure={actionData}
    >
      {(needsCode || wrong) && (
        <TextField
          label={t('resetSecondFactor.codeOfYourOwnSecondFactor')}
          name="code"
          autoComplete="one-time-code"
          hint={rich('resetSecondFactor.sixDigitsOfYourApp', {
            link: (text) => (
              <Link to={withRedirectTo('/settings/proof', pathname + search)} className="link">
                {text}
              </Link>
            ),
          })}
        />
      )}
    </DecisionPage>
  );
}
