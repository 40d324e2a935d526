import { Link, useLocation } from 'react-router';
import { requestReset, resetForm } from '#app/accounts/second-factor/request-reset.server.ts';
import { resetSchema } from '#app/accounts/second-factor/reset.schema.ts';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { form, formAction } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { withRedirectTo } from '#app/shared/redirects.ts';
import { TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/reset-second-factor';
import { listOfAccount } from './list-of-account.ts';

export const meta = () =>
  pageMeta('Reset second factor', 'Removes the second factor of an account, with a reason for its owner.');

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
      title="Reset Second Factor"
      list={list}
      facts={[
        ['Account', subject.name],
        ['Username', subject.username],
        ['Email', subject.email],
      ]}
      consequence={{
        title: 'The second factor goes in 24 hours',
        text: 'The owner gets a mail with a link to object. After that, the password alone logs in. Be sure that the owner asked for it.',
      }}
      hint="The owner will read it."
      pendingText="Requesting..."
      done={subject.obstacle}
      failure={actionData}
    >
      {(needsCode || wrong) && (
        <TextField
          label="Code of your own second factor"
          name="code"
          autoComplete="one-time-code"
          hint={
            <>
              Six digits of your app, or a recovery code. Or{' '}
              <Link to={withRedirectTo('/settings/proof', pathname + search)} className="link">
                use a passkey
              </Link>
              .
            </>
          }
          errors={wrong}
        />
      )}
    </DecisionPage>
  );
}
