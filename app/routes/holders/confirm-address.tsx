import { z } from 'zod';
import { addressToConfirm, confirmAddress } from '#app/accounts/add-address.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { LinkPage } from '#app/routes/pieces/link-page.tsx';
import { openLink } from '#app/routes/pieces/open-link.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireLogin } from '#app/server/session/guards.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/confirm-address';

export const meta = () =>
  pageMeta(t('confirmAddress.addAnAddress'), t('confirmAddress.confirmsAnotherAddressOfAnAccount'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

export const middleware = [requireLogin];

export const loader = ({ params, context }: Route.LoaderArgs) =>
  openLink(
    () => addressToConfirm(context.get(actorContext), params.token).address,
    t('common.thisLinkIsNoLongerValid'),
  );

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { actor, params }) => confirmAddress(actor, params.token ?? ''),
    outcome: ({ message }) => redirectWithToast('/my-certificates', message),
  }),
);

export default function ConfirmAddress({
  loaderData: { opened, message },
  actionData,
}: Route.ComponentProps) {
  const list = { label: t('common.myCertificates'), to: '/my-certificates' };
  return (
    <LinkPage
      title={t('confirmAddress.addAnAddress')}
      crumbs={[list, { label: t('common.address') }]}
      message={message}
      back={list}
      answer={actionData}
      button={t('common.addAddress')}
    >
      {opened && (
        <p>
          {rich('confirmAddress.certificatesThatWereIssuedToAddress', {
            address: <strong className="breakable">{shownEmail(opened)}</strong>,
          })}
        </p>
      )}
    </LinkPage>
  );
}
