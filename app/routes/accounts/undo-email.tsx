import { data, Form, useNavigation } from 'react-router';
import { z } from 'zod';
import {
  changeToUndo,
  emailRestored,
  undoEmailChange,
} from '#app/accounts/email-change/confirm-email-change.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { requestContext } from '#app/server/session/context.server.ts';
import { EmptyState } from '#app/ui/list-parts.tsx';
import {
  Alert,
  ButtonLink,
  EmailText,
  FormAlert,
  PageHeader,
  pageMeta,
  rich,
  SubmitButton,
} from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/undo-email';

export const meta = () =>
  pageMeta(t('common.undoTheChange'), t('undoEmail.givesAnAccountItsFormerEmailAddressBack'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

/** Only reads the link, because mail scanners open links too. */
export function loader({ params }: Route.LoaderArgs) {
  try {
    const { oldEmail, newEmail, undoneAt } = changeToUndo(params.token);
    return { change: { oldEmail, newEmail, undone: undoneAt === null ? null : emailRestored() } };
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
      <PageHeader title={t('undoEmail.undoTheChangeOfYourEmail')} />
      {change === null ? (
        <EmptyState title={loaderData.message} action={<ButtonLink to="/">{t('common.logIn')}</ButtonLink>} />
      ) : change.undone ? (
        <Alert tone="success" title={t('undoEmail.theChangeWasUndone')}>
          {change.undone}
        </Alert>
      ) : (
        <div className="grid gap-6">
          <FormAlert errors={actionData?.ok === false ? actionData.message : null} />
          <p>
            {rich('undoEmail.yourAccountGetsTheAddressStrongBack', {
              strong: (
                <strong className="breakable">
                  <EmailText>{change.oldEmail}</EmailText>
                </strong>
              ),
              newEmail: <EmailText>{change.newEmail}</EmailText>,
            })}
          </p>
          <Form method="post">
            <SubmitButton pending={submitting}>{t('undoEmail.undoTheChange2')}</SubmitButton>
          </Form>
        </div>
      )}
    </div>
  );
}
