import { data, Form, useNavigation } from 'react-router';
import { z } from 'zod';
import { addressToConfirm, confirmAddress } from '#app/accounts/add-address.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireLogin } from '#app/server/session/guards.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { EmptyState } from '#app/ui/list-parts.tsx';
import { ButtonLink, FormAlert, PageHeader, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/confirm-address';

export const meta = () =>
  pageMeta(t('confirmAddress.addAnAddress'), t('confirmAddress.confirmsAnotherAddressOfAnAccount'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

export const middleware = [requireLogin];

/** Only checks the link, because mail scanners open links too. */
export function loader({ params, context }: Route.LoaderArgs) {
  try {
    return { address: addressToConfirm(context.get(actorContext), params.token).address };
  } catch (error) {
    const known = toErrorParts(error);
    if (!known) throw error;
    const message = known.status === 404 ? t('common.thisLinkIsNoLongerValid') : known.message;
    return data({ address: null, message }, { status: known.status });
  }
}

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { actor, params }) => confirmAddress(actor, params.token ?? ''),
    outcome: ({ message }) => redirectWithToast('/my-certificates', message),
  }),
);

export default function ConfirmAddress({ loaderData, actionData }: Route.ComponentProps) {
  const submitting = useNavigation().formMethod === 'POST';
  return (
    <div className="narrow-page">
      <PageHeader
        title={t('confirmAddress.addAnAddress')}
        crumbs={[
          { label: t('common.myCertificates'), to: '/my-certificates' },
          { label: t('common.address') },
        ]}
      />
      {loaderData.address === null ? (
        <EmptyState
          title={loaderData.message}
          action={<ButtonLink to="/my-certificates">{t('common.myCertificates')}</ButtonLink>}
        />
      ) : (
        <>
          <FormAlert errors={actionData?.message} />
          <p className="mb-6">
            {rich('confirmAddress.certificatesThatWereIssuedToAddress', {
              address: <strong className="breakable">{shownEmail(loaderData.address)}</strong>,
            })}
          </p>
          <Form method="post">
            <SubmitButton pending={submitting}>{t('common.addAddress')}</SubmitButton>
          </Form>
        </>
      )}
    </div>
  );
}
