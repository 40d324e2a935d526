import { Form, useNavigation } from 'react-router';
import { changeRole, ROLE_CHANGED } from '#app/accounts/organisations/change-role.server.ts';
import {
  closeOrganisation,
  ORGANISATION_CLOSED,
} from '#app/accounts/organisations/close-organisation.server.ts';
import {
  INVITATION_WITHDRAWN,
  INVITED,
  inviteMember,
  withdrawInvitation,
} from '#app/accounts/organisations/invite-member.server.ts';
import { listMembers } from '#app/accounts/organisations/list-members.server.ts';
import {
  invitationFormSchema,
  invitationSchema,
  memberFormSchema,
  memberRoleFormSchema,
  transferSchema,
} from '#app/accounts/organisations/members.schema.ts';
import { MEMBER_REMOVED, removeMember } from '#app/accounts/organisations/remove-member.server.ts';
import {
  OFFER_WITHDRAWN,
  OWNERSHIP_OFFERED,
  offerOwnership,
  withdrawOffer,
} from '#app/accounts/organisations/transfer-ownership.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { afterProof } from '#app/routes/accounts/proof.server.ts';
import { form, intentAction } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { ActionAlert } from '#app/ui/action-alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Select, TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { type Column, Table } from '#app/ui/table.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/members';
import { GIVEN_OPTIONS, ROLE_LABELS } from './member-roles.ts';

export const meta = () => pageMeta('Members', 'Who acts for your organisation, and what they may do.');

const PATH = '/admin/members';

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const { members, invitations, offeredTo } = listMembers(context.get(actorContext));
  const zone = timeZoneOf(request);
  return {
    members: members.map(({ since, ...member }) => ({
      ...member,
      since: formatInstantAsDate(since, zone),
      isOffered: member.id === offeredTo,
    })),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({
      id,
      email,
      role,
      until: formatInstantAsDate(expiresAt, zone),
    })),
  };
};

const back = (message: string) => () => redirectWithToast(PATH, message);

export const action = intentAction({
  invite: form({
    schema: invitationSchema,
    perform: afterProof((input, { actor }) => inviteMember(actor, input)),
    outcome: back(INVITED),
  }),
  withdraw: form({
    schema: invitationFormSchema,
    perform: afterProof(({ invitationId }, { actor }) => withdrawInvitation(actor, invitationId)),
    outcome: back(INVITATION_WITHDRAWN),
  }),
  role: form({
    schema: memberRoleFormSchema,
    perform: afterProof(({ userId, ...input }, { actor }) => changeRole(actor, userId, input)),
    outcome: back(ROLE_CHANGED),
  }),
  remove: form({
    schema: memberFormSchema,
    perform: afterProof(({ userId }, { actor }) => removeMember(actor, userId)),
    outcome: back(MEMBER_REMOVED),
  }),
  transfer: form({
    schema: transferSchema,
    perform: afterProof((input, { actor }) => offerOwnership(actor, input)),
    outcome: back(OWNERSHIP_OFFERED),
  }),
  'withdraw-transfer': form({
    schema: proofSchema,
    perform: afterProof((_, { actor }) => withdrawOffer(actor)),
    outcome: back(OFFER_WITHDRAWN),
  }),
  close: form({
    schema: proofSchema,
    perform: afterProof((_, { actor }) => closeOrganisation(actor)),
    outcome: () => redirectWithToast('/settings/organisations', ORGANISATION_CLOSED),
  }),
});

type Data = Route.ComponentProps['loaderData'];
type Member = Data['members'][number];
type Invitation = Data['invitations'][number];

const MEMBERS: Column<Member>[] = [
  {
    header: 'Member',
    cell: ({ name, email }) => (
      <span className="grid">
        <span className="breakable">{name}</span>
        {email && <EmailText>{email}</EmailText>}
      </span>
    ),
  },
  { header: 'Since', cell: ({ since }) => since },
  { header: 'Invited by', cell: ({ invitedBy }) => <span className="breakable">{invitedBy ?? '–'}</span> },
  {
    header: 'Role',
    cell: ({ id, name, role }) =>
      role === 'owner' ? (
        ROLE_LABELS.owner
      ) : (
        <Form method="post" className="flex flex-wrap items-end gap-2">
          <input type="hidden" name="userId" value={id} />
          <Select
            label={<span className="sr-only">Role of {name}</span>}
            name="role"
            options={GIVEN_OPTIONS}
            defaultValue={role}
          />
          <SubmitButton name="intent" value="role" variant="secondary" size="small">
            Change<span className="sr-only"> the role of {name}</span>
          </SubmitButton>
        </Form>
      ),
  },
  {
    header: 'Change',
    screenOnly: true,
    cell: ({ id, name, role, isOffered }) =>
      role !== 'owner' && (
        <Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="userId" value={id} />
          <SubmitButton name="intent" value="remove" variant="secondary" size="small">
            Remove<span className="sr-only"> {name}</span>
          </SubmitButton>
          <SubmitButton
            name="intent"
            value={isOffered ? 'withdraw-transfer' : 'transfer'}
            variant="quiet"
            size="small"
          >
            {isOffered ? 'Withdraw the Offer' : 'Make Owner'}
            <span className="sr-only"> of {name}</span>
          </SubmitButton>
        </Form>
      ),
  },
];

const INVITATIONS: Column<Invitation>[] = [
  { header: 'Address', cell: ({ email }) => <EmailText>{email}</EmailText> },
  { header: 'Role', cell: ({ role }) => ROLE_LABELS[role] },
  { header: 'Valid until', cell: ({ until }) => until },
  {
    header: 'Withdraw',
    screenOnly: true,
    cell: ({ id, email }) => (
      <Form method="post">
        <input type="hidden" name="invitationId" value={id} />
        <SubmitButton name="intent" value="withdraw" variant="secondary" size="small">
          Withdraw<span className="sr-only"> the invitation of {email}</span>
        </SubmitButton>
      </Form>
    ),
  },
];

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations } = loaderData;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title="Members" lead="Who acts for your organisation, and what they may do." />
      <ActionAlert answer={actionData} />
      <div className="grid gap-8">
        <Table caption="Members" columns={MEMBERS} rowKey={({ id }) => id} groups={[{ rows: members }]} />
        {invitations.length > 0 && (
          <Table
            caption="Open invitations"
            columns={INVITATIONS}
            rowKey={({ id }) => id}
            groups={[{ rows: invitations }]}
          />
        )}
        <Invite key={invitations.at(-1)?.id} failure={actionData} />
        <Close />
      </div>
    </>
  );
}

function Invite({ failure }: { failure: Route.ComponentProps['actionData'] }) {
  const { value, errors } = formState(failure?.intent === 'invite' ? failure : null);
  const pending = useNavigation().formData?.get('intent') === 'invite';
  return (
    <Card className="max-w-3xl">
      <h2 className="mb-4 text-xl">Invite a member</h2>
      <Form method="post" className="form">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          required
          hint="The mailed link works once, for seven days. A person without an account registers first."
          defaultValue={value('email') ?? ''}
          errors={errors('email')}
        />
        <Select
          label="Role"
          name="role"
          options={GIVEN_OPTIONS}
          defaultValue={value('role') ?? 'viewer'}
          errors={errors('role')}
        />
        <SubmitButton name="intent" value="invite" pending={pending}>
          Invite
        </SubmitButton>
      </Form>
    </Card>
  );
}

function Close() {
  const pending = useNavigation().formData?.get('intent') === 'close';
  return (
    <Card className="max-w-3xl grid gap-4">
      <h2 className="text-xl">Close the organisation</h2>
      <p>
        It issues nothing any more, and its members leave. Its certificates stay valid and are still answered.
        This cannot be undone.
      </p>
      <Form method="post">
        <details>
          <summary className="link">Close the organisation…</summary>
          <div className="mt-3">
            <SubmitButton name="intent" value="close" variant="secondary" pending={pending}>
              Close Organisation
            </SubmitButton>
          </div>
        </details>
      </Form>
    </Card>
  );
}
