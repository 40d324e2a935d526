import { redirect, useNavigation } from 'react-router';
import { z } from 'zod';
import { deletionDueAt } from '#app/accounts/restriction.server.ts';
import { keepAccount } from '#app/privacy/account-deletion/request-deletion.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/keep-account';

export const meta = () =>
  pageMeta(t('keepAccount.keepYourAccount'), t('keepAccount.yourAccountWillBeDeleted'));

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const dueAt = 'user' in actor ? deletionDueAt(actor.user.id) : null;
  if (dueAt === null) throw redirect('/settings');
  return { day: formatInstantAsDate(dueAt, timeZoneOf(request)) };
};

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { actor }) => keepAccount(actor),
    outcome: ({ message }) => redirectWithToast('/settings', message),
  }),
);

export default function KeepAccount({ loaderData: { day }, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state === 'submitting';
  return (
    <div className="narrow-page grid gap-5">
      <PageHeader title={t('keepAccount.keepYourAccount')} />
      <ActionAlert answer={actionData} />
      <p>{t('keepAccount.youAskedUsToDeleteYourAccount', { day })}</p>
      <Form method="post">
        <SubmitButton pending={pending}>{t('keepAccount.keepMyAccount')}</SubmitButton>
      </Form>
    </div>
  );
}
