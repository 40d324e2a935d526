import { eraseHolderSchema } from '#app/privacy/erasure/erase-holder.server.ts';
import { eraseHolderOf, holderToErase } from '#app/privacy/erasure/erase-holder-of.server.ts';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { form, formAction } from '#app/routes/form.server.ts';
import { issuedListOf } from '#app/routes/pieces/certificates/issued-path.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/erasure';

export const meta = () => pageMeta('Erase holder', 'Erase name and address of the holder of certificates.');

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  return {
    ...holderToErase(actor, params.uniqueId),
    list: issuedListOf(url),
    password: 'user' in actor && actor.user.role === 'superadmin' ? 'Password 1' : 'Your password',
  };
};

export const action = formAction(
  form({
    schema: eraseHolderSchema,
    secretFields: ['password'],
    perform: (input, { actor, params }) => eraseHolderOf(actor, params.uniqueId ?? '', input),
    outcome: ({ message }, { url }) => redirectWithToast(issuedListOf(url), message),
  }),
);

export default function Erasure({ loaderData, actionData }: Route.ComponentProps) {
  const { uniqueId, studentName, certificates, list, password } = loaderData;
  const { value, errors } = formState(actionData);
  return (
    <DecisionPage
      title="Erase holder"
      list={{ label: 'Issued Certificates', to: list }}
      facts={[
        ['Certificate ID', uniqueId],
        ['Issued to', studentName],
        ['Certificates to the same address', String(certificates)],
      ]}
      consequence={{
        title: 'This cannot be undone',
        text: 'Name and address are deleted from all of these certificates, with their files, mails and shared pages. Only ID, course, dates and log entry are left. The certificates can no longer be looked up, renewed or replaced.',
      }}
      hint="It is kept with the certificate. Do not name the holder."
      pendingText="Erasing..."
      done={null}
      failure={actionData}
    >
      <TextField
        label="Email of the holder"
        name="email"
        type="email"
        autoComplete="off"
        hint="Enter it again, so that nobody is erased by mistake."
        required
        defaultValue={value('email')}
        errors={errors('email')}
      />
      <TextField
        label={password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        errors={errors('password')}
      />
    </DecisionPage>
  );
}
