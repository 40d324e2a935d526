import { useNavigation } from 'react-router';
import { z } from 'zod';
import { acceptInvitation, findInvitation } from '#app/accounts/organisations/invitations.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { openLink } from '#app/routes/pieces/open-link.server.ts';
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

export const loader = ({ params, context, url }: Route.LoaderArgs) =>
  openLink(() => {
    const { organisation, role, email } = findInvitation(params.token);
    const isLoggedIn = 'user' in context.get(actorContext);
    return { organisation, role: roleLabel(role), email, isLoggedIn, path: url.pathname };
  });

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { actor, params }) => acceptInvitation(actor, params.token ?? ''),
    outcome: ({ message }) => redirectWithToast('/dashboard', message),
  }),
);

export default function Invitation({ loaderData: { opened, message }, actionData }: Route.ComponentProps) {
  const submitting = useNavigation().formMethod === 'POST';
  if (opened === null)
    return (
      <div className="narrow-page">
        <PageHeader title={t('invitation.invitation')} />
        <EmptyState title={message} action={<ButtonLink to="/">{t('common.logIn')}</ButtonLink>} />
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
            [t('common.organisation'), opened.organisation],
            [t('common.role'), opened.role],
            [t('invitation.forTheAddress'), opened.email],
          ]}
          breakable
        />
        {opened.isLoggedIn ? (
          <Form method="post">
            <SubmitButton pending={submitting}>{t('invitation.accept')}</SubmitButton>
          </Form>
        ) : (
          <div className="grid gap-3">
            <p>{t('invitation.logInWithTheAccountOfThis')}</p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={withRedirectTo('/', opened.path)}>{t('common.logIn')}</ButtonLink>
              <ButtonLink to={withRedirectTo('/register', opened.path)} variant="secondary">
                {t('invitation.register')}
              </ButtonLink>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
