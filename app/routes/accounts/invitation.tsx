import { data, useNavigation } from 'react-router';
import { z } from 'zod';
import { acceptInvitation, findInvitation } from '#app/accounts/organisations/invitations.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { withRedirectTo } from '#app/shared/redirects.ts';
import { EmptyState, Facts } from '#app/ui/list-parts.tsx';
import { ButtonLink, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/invitation';
import { roleLabel } from './member-roles.ts';

export const meta = () =>
  pageMeta(t('invitation.invitation'), t('invitation.acceptsTheInvitationOfAnOrganisation'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

/** Only reads the link, because mail scanners open links too. */
export function loader({ params, context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  try {
    const { organisation, role, email } = findInvitation(params.token);
    return {
      invitation: { organisation, role: roleLabel(role), email },
      isLoggedIn: 'user' in actor,
      path: url.pathname,
    };
  } catch (error) {
    const known = toErrorParts(error);
    if (!known) throw error;
    return data({ invitation: null, message: known.message }, { status: known.status });
  }
}

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { actor, params }) => acceptInvitation(actor, params.token ?? ''),
    outcome: ({ message }) => redirectWithToast('/dashboard', message),
  }),
);

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const submitting = useNavigation().formMethod === 'POST';
  const { invitation } = loaderData;
  if (invitation === null)
    return (
      <div className="narrow-page">
        <PageHeader title={t('invitation.invitation')} />
        <EmptyState title={loaderData.message} action={<ButtonLink to="/">{t('common.logIn')}</ButtonLink>} />
      </div>
    );
  return (
    <div className="narrow-page">
      <PageHeader
        title={t('invitation.invitation')}
        lead={t('invitation.anOrganisationInvitesYouAsAMember')}
      />
      <div className="grid gap-6">
        <FormAlert errors={actionData && 'message' in actionData ? actionData.message : null} />
        <Facts
          facts={[
            [t('common.organisation'), invitation.organisation],
            [t('common.role'), invitation.role],
            [t('invitation.forTheAddress'), invitation.email],
          ]}
          breakable
        />
        {loaderData.isLoggedIn ? (
          <Form method="post">
            <SubmitButton pending={submitting}>{t('invitation.accept')}</SubmitButton>
          </Form>
        ) : (
          <div className="grid gap-3">
            <p>{t('invitation.logInWithTheAccountOfThis')}</p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={withRedirectTo('/', loaderData.path)}>{t('common.logIn')}</ButtonLink>
              <ButtonLink to={withRedirectTo('/register', loaderData.path)} variant="secondary">
                {t('invitation.register')}
              </ButtonLink>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
