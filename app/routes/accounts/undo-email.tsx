import { z } from 'zod';
import {
  changeToUndo,
  emailRestored,
  undoEmailChange,
} from '#app/accounts/email-change/confirm-email-change.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { LinkPage } from '#app/routes/pieces/link-page.tsx';
import { openLink } from '#app/routes/pieces/open-link.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { requestContext } from '#app/server/session/context.server.ts';
import { Alert, EmailText, pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/undo-email';

export const meta = () =>
  pageMeta(t('common.undoTheChange'), t('undoEmail.givesAnAccountItsFormerEmailAddressBack'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

export const loader = ({ params }: Route.LoaderArgs) =>
  openLink(() => {
    const { oldEmail, newEmail, undoneAt } = changeToUndo(params.token);
    return { oldEmail, newEmail, undone: undoneAt === null ? null : emailRestored() };
  });

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { params, context }) =>
      undoEmailChange(params.token ?? '', context.get(requestContext).address),
    outcome: stay,
  }),
);

export default function UndoEmail({ loaderData: { opened, message }, actionData }: Route.ComponentProps) {
  return (
    <LinkPage
      title={t('undoEmail.undoTheChangeOfYourEmail')}
      message={message}
      answer={actionData}
      done={
        opened?.undone && (
          <Alert tone="success" title={t('undoEmail.theChangeWasUndone')}>
            {opened.undone}
          </Alert>
        )
      }
      button={t('common.undoTheChange')}
    >
      {opened && (
        <p>
          {rich('undoEmail.yourAccountGetsTheAddressStrongBack', {
            strong: (
              <strong className="breakable">
                <EmailText>{opened.oldEmail}</EmailText>
              </strong>
            ),
            newEmail: <EmailText>{opened.newEmail}</EmailText>,
          })}
        </p>
      )}
    </LinkPage>
  );
}
