import { data, Form, useNavigation } from 'react-router';
import { z } from 'zod';
import {
  changeToConfirm,
  confirmEmailChange,
} from '#app/accounts/email-change/confirm-email-change.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireLogin } from '#app/server/session/guards.server.ts';
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
import type { Route } from './+types/confirm-email';

export const meta = () =>
  pageMeta(t('confirmEmail.changeYourEmail'), t('confirmEmail.confirmsTheNewEmailAddressOfAnAccount'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

export const middleware = [requireLogin];

/** Only checks the link, because mail scanners open links too. */
export function loader({ params, context }: Route.LoaderArgs) {
  try {
    const { oldEmail, newEmail } = changeToConfirm(context.get(actorContext), params.token);
    return { change: { oldEmail, newEmail } };
  } catch (error) {
    const known = toErrorParts(error);
    if (!known) throw error;
    const message = known.status === 404 ? t('common.thisLinkIsNoLongerValid') : known.message;
    return data({ change: null, message }, { status: known.status });
  }
}

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { actor, params }) => confirmEmailChange(actor, params.token ?? ''),
    outcome: ({ message }) => redirectWithToast('/settings', message),
  }),
);

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const submitting = useNavigation().formMethod === 'POST';
  const { change } = loaderData;
  return (
    <div className="narrow-page">
      <PageHeader
        title={t('confirmEmail.changeYourEmail')}
        crumbs={[{ label: t('common.settings'), to: '/settings' }, { label: t('common.email') }]}
      />
      {change === null ? (
        <EmptyState
          title={loaderData.message}
          action={<ButtonLink to="/settings">{t('common.settings')}</ButtonLink>}
        />
      ) : (
        <div className="grid gap-6">
          <FormAlert errors={actionData?.message} />
          <p>
            {rich('confirmEmail.yourAccountGetsTheAddressStrong', {
              strong: (
                <strong className="breakable">
                  <EmailText>{change.newEmail}</EmailText>
                </strong>
              ),
              oldEmail: <EmailText>{change.oldEmail}</EmailText>,
            })}
          </p>
          <Alert title={t('confirmEmail.certificatesOfTheOldAddress')}>
            {t('confirmEmail.theyAreNoLongerListedWithYours')}
          </Alert>
          <Form method="post">
            <SubmitButton pending={submitting}>{t('common.changeEmail')}</SubmitButton>
          </Form>
        </div>
      )}
    </div>
  );
}
