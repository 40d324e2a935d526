import { z } from 'zod';
import {
  changeToConfirm,
  confirmEmailChange,
} from '#app/accounts/email-change/confirm-email-change.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { LinkPage } from '#app/routes/pieces/link-page.tsx';
import { openLink } from '#app/routes/pieces/open-link.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireLogin } from '#app/server/session/guards.server.ts';
import { Alert, EmailText, pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/confirm-email';

export const meta = () =>
  pageMeta(t('confirmEmail.changeYourEmail'), t('confirmEmail.confirmsTheNewEmailAddressOfAnAccount'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

export const middleware = [requireLogin];

export const loader = ({ params, context }: Route.LoaderArgs) =>
  openLink(() => {
    const { oldEmail, newEmail } = changeToConfirm(context.get(actorContext), params.token);
    return { oldEmail, newEmail };
  }, t('common.thisLinkIsNoLongerValid'));

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { actor, params }) => confirmEmailChange(actor, params.token ?? ''),
    outcome: ({ message }) => redirectWithToast('/settings', message),
  }),
);

export default function ConfirmEmail({ loaderData: { opened, message }, actionData }: Route.ComponentProps) {
  return (
    <LinkPage
      title={t('confirmEmail.changeYourEmail')}
      crumbs={[{ label: t('common.settings'), to: '/settings' }, { label: t('common.email') }]}
      message={message}
      back={{ label: t('common.settings'), to: '/settings' }}
      answer={actionData}
      button={t('common.changeEmail')}
    >
      {opened && (
        <p>
          {rich('confirmEmail.yourAccountGetsTheAddressStrong', {
            strong: (
              <strong className="breakable">
                <EmailText>{opened.newEmail}</EmailText>
              </strong>
            ),
            oldEmail: <EmailText>{opened.oldEmail}</EmailText>,
          })}
        </p>
      )}
      <Alert title={t('confirmEmail.certificatesOfTheOldAddress')}>
        {t('confirmEmail.theyAreNoLongerListedWithYours')}
      </Alert>
    </LinkPage>
  );
}
