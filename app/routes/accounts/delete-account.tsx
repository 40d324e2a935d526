import { Form, useNavigation } from 'react-router';
import {
  DAYS_TO_UNDO,
  deletionObstacles,
  requestDeletion,
  requestDeletionSchema,
} from '#app/privacy/account-deletion/request-deletion.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ActionAlert } from '#app/ui/action-alert.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/delete-account';

export const meta = () => pageMeta('Delete my account', 'What is deleted with your account, and what stays.');

export const loader = ({ context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  return {
    obstacles: deletionObstacles(actor),
    isIssuer: 'user' in actor && actor.user.role === 'admin',
    days: DAYS_TO_UNDO,
  };
};

export const action = formAction(
  form({
    schema: requestDeletionSchema,
    secretFields: ['password'],
    perform: (input, { actor }) => requestDeletion(actor, input),
    outcome: ({ message }) => redirectWithToast('/settings/keep-account', message),
  }),
);

const GOES = [
  'Your name, email addresses, password, second factor, sessions and API tokens.',
  'Your details for receipts, enrolments, ratings and answers to quizzes.',
  'Look-ups that you never paid for, and the requests to holders that you made.',
  'Your messages to us, and mails to you that we still keep.',
];

const STAYS = [
  'Certificates that were issued to you, and what you decided as their holder. You still see them by a mailed link.',
  'Receipts and credit notes with the name and the details on them, because the law asks for records of sales.',
  'Look-ups that you paid for, under the name “Deleted account”.',
  'Entries of the transparency log, which contain no names.',
];

const STAYS_OF_ISSUERS = [
  'The certificates that you issued, with your name on them, and your signing key, so that they can still be verified.',
];

const List = ({ title, items }: { title: string; items: readonly string[] }) => (
  <section>
    <h2 className="text-xl">{title}</h2>
    <ul className="mt-3 list-disc ps-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </section>
);

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { obstacles, isIssuer, days } = loaderData;
  const pending = useNavigation().state === 'submitting';
  const { errors } = formState(actionData ?? null);
  return (
    <div className="narrow-page">
      <PageHeader
        title="Delete my account"
        crumbs={[
          { label: 'Settings', to: '/settings' },
          { label: 'Your data', to: '/settings/data' },
          { label: 'Delete my account' },
        ]}
      />
      <div className="grid gap-6">
        <List title="What is deleted" items={GOES} />
        <List title="What stays" items={isIssuer ? [...STAYS, ...STAYS_OF_ISSUERS] : STAYS} />
        {obstacles.length > 0 ? (
          <Alert tone="warning" title="Your account cannot be deleted yet">
            {obstacles.map((obstacle) => (
              <p key={obstacle}>{obstacle}</p>
            ))}
          </Alert>
        ) : (
          <Card className="grid gap-5">
            <p>
              Your account is deleted after {days} days. Until then you can log in and keep it, and do nothing
              else with it.
              {isIssuer && ' Nobody can issue in your name any more.'}
            </p>
            <ActionAlert answer={actionData} />
            <Form method="post" className="form">
              <TextField
                label="Password"
                name="password"
                type="password"
                autoComplete="current-password"
                errors={errors('password')}
              />
              <div className="flex flex-wrap gap-3">
                <SubmitButton variant="danger" pending={pending}>
                  Delete My Account
                </SubmitButton>
                <ButtonLink to="/settings/data" variant="secondary">
                  Cancel
                </ButtonLink>
              </div>
            </Form>
          </Card>
        )}
      </div>
    </div>
  );
}
