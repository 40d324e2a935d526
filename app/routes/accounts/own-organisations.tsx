import { useNavigation } from 'react-router';
import { organisationFormSchema } from '#app/accounts/organisations/members.schema.ts';
import { leaveOrganisation } from '#app/accounts/organisations/members.server.ts';
import { ownOrganisations } from '#app/accounts/organisations/membership.server.ts';
import { acceptOwnership } from '#app/accounts/organisations/transfer-ownership.server.ts';
import { afterProof } from '#app/routes/accounts/proof.server.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ActionAlert, EmptyState, Facts } from '#app/ui/list-parts.tsx';
import { Card, PageHeader, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/own-organisations';
import { roleLabel } from './member-roles.ts';

export const meta = () =>
  pageMeta(t('ownOrganisations.yourOrganisations'), t('common.theOrganisationsThatYouAreAMember'));

const PATH = '/settings/organisations';

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const zone = timeZoneOf(request);
  return {
    organisations: ownOrganisations(context.get(actorContext)).map(
      ({ id, name, role, since, isOffered }) => ({
        id,
        name,
        role,
        since: formatInstantAsDate(since, zone),
        isOffered: isOffered === 1,
      }),
    ),
  };
};

const back = ({ message }: { message: string }) => redirectWithToast(PATH, message);

export const action = intentAction({
  leave: form({
    schema: organisationFormSchema,
    perform: ({ organisationId }, { actor }) => leaveOrganisation(actor, organisationId),
    outcome: back,
  }),
  accept: form({
    schema: organisationFormSchema,
    perform: afterProof(({ organisationId }, { actor }) => acceptOwnership(actor, organisationId)),
    outcome: back,
  }),
});

type Organisation = Route.ComponentProps['loaderData']['organisations'][number];

function OrganisationCard({ id, name, role, since, isOffered }: Organisation) {
  const pending = useNavigation().formData?.get('organisationId') === id;
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl breakable">{name}</h2>
      <Facts
        facts={[
          [t('common.role'), roleLabel(role)],
          [t('common.since'), since],
        ]}
      />
      {isOffered && <p>{t('ownOrganisations.theOwnerAsksYouToTakeThis')}</p>}
      {role !== 'owner' && (
        <Form method="post" className="flex flex-wrap gap-3">
          <input type="hidden" name="organisationId" value={id} />
          {isOffered && (
            <SubmitButton name="intent" value="accept" pending={pending}>
              {t('ownOrganisations.takeOver')}
            </SubmitButton>
          )}
          <SubmitButton name="intent" value="leave" variant="secondary" pending={pending}>
            {rich('ownOrganisations.leaveName', {
              name,
              span: (text) => <span className="sr-only">{text}</span>,
            })}
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}

export default function OwnOrganisations({ loaderData, actionData }: Route.ComponentProps) {
  const { organisations } = loaderData;
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('ownOrganisations.yourOrganisations')}
        lead={t('ownOrganisations.youActForOneOfThemAt')}
        crumbs={[{ label: t('common.settings'), to: '/settings' }, { label: t('common.organisations') }]}
      />
      <ActionAlert answer={actionData} />
      {organisations.length === 0 ? (
        <EmptyState title={t('ownOrganisations.youAreAMemberOfNoOrganisation')} />
      ) : (
        <div className="grid gap-6">
          {organisations.map((organisation) => (
            <OrganisationCard key={organisation.id} {...organisation} />
          ))}
        </div>
      )}
    </div>
  );
}
