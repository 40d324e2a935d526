import { data, Form, useNavigation } from 'react-router';
import { z } from 'zod';
import {
  changeToUndo,
  EMAIL_RESTORED,
  undoEmailChange,
} from '#app/accounts/email-change/undo-email-change.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { requestContext } from '#app/server/session/context.server.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/undo-email';

export const meta = () => pageMeta('Undo the change', 'Gives an account its former email address back.');

export const handle = { secret: true } satisfies RouteNeeds;

/** Only reads the link, because mail scanners open links too. */
export function loader({ params }: Route.LoaderArgs) {
  try {
    const { oldEmail, newEmail, undoneAt } = changeToUndo(params.token);
    return { change: { oldEmail, newEmail, undone: undoneAt === null ? null : EMAIL_RESTORED } };
  } catch (error) {
    const known = toErrorParts(error);
    if (!known) throw error;
    return data({ change: null, message: known.message }, { status: known.status });
  }
}

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { params, context }) =>
      undoEmailChange(params.token ?? '', context.get(requestContext).address),
    outcome: stay,
  }),
);

export default function UndoEmail({ loaderData, actionData }: Route.ComponentProps) {
  const submitting = useNavigation().formMethod === 'POST';
  const { change } = loaderData;
  return (
    <div className="narrow-page">
      <PageHeader title="Undo the change of your email" />
      {change === null ? (
        <EmptyState title={loaderData.message} action={<ButtonLink to="/">Log in</ButtonLink>} />
      ) : change.undone ? (
        <Alert tone="success" title="The change was undone">
          {change.undone}
        </Alert>
      ) : (
        <div className="grid gap-6">
          <FormAlert errors={actionData?.ok === false ? actionData.message : null} />
          <p>
            Your account gets the address{' '}
            <strong className="breakable">
              <EmailText>{change.oldEmail}</EmailText>
            </strong>{' '}
            back, instead of <EmailText>{change.newEmail}</EmailText>. Every session and API token ends, and
            we mail you a link to set a new password.
          </p>
          <Form method="post">
            <SubmitButton pending={submitting}>Undo the Change</SubmitButton>
          </Form>
        </div>
      )}
    </div>
  );
}
