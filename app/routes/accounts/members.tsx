import { useNavigation } from 'react-router';
import { proofSchema } from '#app/accounts/account.schema.server.ts';
import { requireOrganisation } from '#app/accounts/actor.server.ts';
import { tokenRevoked } from '#app/accounts/api-tokens/api-token.server.ts';
import { listMembersTokens, revokeMembersToken } from '#app/accounts/api-tokens/create-api-token.server.ts';
import {
  closeOrganisation,
  organisationClosed,
} from '#app/accounts/organisations/close-organisation.server.ts';
import {
  invitationWithdrawn,
  invited,
  inviteMember,
  withdrawInvitation,
} from '#app/accounts/organisations/invitations.server.ts';
import {
  invitationFormSchema,
  invitationSchema,
  memberFormSchema,
  memberRoleFormSchema,
  organisationNameSchema,
  tokenFormSchema,
  transferSchema,
} from '#app/accounts/organisations/members.schema.ts';
import {
  changeRole,
  listMembers,
  memberRemoved,
  removeMember,
  roleChanged,
} from '#app/accounts/organisations/members.server.ts';
import {
  latestOrganisationName,
  requestOrganisationName,
} from '#app/accounts/organisations/request-name.server.ts';
import {
  offerOwnership,
  offerWithdrawn,
  ownershipOffered,
  withdrawOffer,
} from '#app/accounts/organisations/transfer-ownership.server.ts';
import { afterProof } from '#app/routes/accounts/proof.server.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { Select, TextField } from '#app/ui/form.tsx';
import { ListPage } from '#app/ui/list-page.tsx';
import { ActionAlert, Table } from '#app/ui/list-parts.tsx';
import { Card, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/members';
import { invitationColumns, memberColumns, tokenColumns } from './member-columns.tsx';
import { givenOptions } from './member-roles.ts';
import { NameChange } from './settings-cards.tsx';

export const meta = () => pageMeta(t('common.members'), t('members.whoActsForYourOrganisationAndWhat'));

const PATH = '/admin/members';

const TOKENS_A_PAGE = 50;

export const loader = ({ context, request, url }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { name, members, invitations, offeredTo } = listMembers(actor);
  const cursor = url.searchParams.get('tokens') || undefined;
  const { tokens, nextCursor } = listMembersTokens(actor, { limit: TOKENS_A_PAGE, cursor });
  const zone = timeZoneOf(request);
  const nameChange = latestOrganisationName(actor);
  return {
    name,
    nameChange: nameChange && { ...nameChange, at: formatInstantAsDate(nameChange.at, zone) },
    tokens: {
      rows: tokens.map(({ id, name: of, scopes, lastUsedAt, member }) => ({
        id,
        name: of,
        scopes,
        lastUsedAt: formatInstantAsDate(lastUsedAt, zone),
        member: member.name,
      })),
      cursor: cursor ?? null,
      nextCursor,
    },
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

const back = (message: () => string) => () => redirectWithToast(PATH, message());

export const action = intentAction({
  name: form({
    schema: organisationNameSchema,
    perform: (input, { actor }) => {
      requireOrganisation(actor, 'manage');
      return requestOrganisationName(actor, actor.organisation.id, input);
    },
    outcome: ({ message }) => redirectWithToast(PATH, message),
  }),
  'revoke-token': form({
    schema: tokenFormSchema,
    perform: afterProof(({ tokenId }, { actor }) => revokeMembersToken(actor, tokenId)),
    outcome: back(tokenRevoked),
  }),
  invite: form({
    schema: invitationSchema,
    perform: afterProof((input, { actor }) => inviteMember(actor, input)),
    outcome: back(invited),
  }),
  withdraw: form({
    schema: invitationFormSchema,
    perform: afterProof(({ invitationId }, { actor }) => withdrawInvitation(actor, invitationId)),
    outcome: back(invitationWithdrawn),
  }),
  role: form({
    schema: memberRoleFormSchema,
    perform: afterProof(({ userId, ...input }, { actor }) => changeRole(actor, userId, input)),
    outcome: back(roleChanged),
  }),
  remove: form({
    schema: memberFormSchema,
    perform: afterProof(({ userId }, { actor }) => removeMember(actor, userId)),
    outcome: back(memberRemoved),
  }),
  transfer: form({
    schema: transferSchema,
    perform: afterProof((input, { actor }) => offerOwnership(actor, input)),
    outcome: back(ownershipOffered),
  }),
  'withdraw-transfer': form({
    schema: proofSchema,
    perform: afterProof((_, { actor }) => withdrawOffer(actor)),
    outcome: back(offerWithdrawn),
  }),
  close: form({
    schema: proofSchema,
    perform: afterProof((_, { actor }) => closeOrganisation(actor)),
    outcome: () => redirectWithToast('/settings/organisations', organisationClosed()),
  }),
});

type Data = Route.ComponentProps['loaderData'];
/** The API tokens that act for the organisation, of all its members. */
const Tokens = ({ tokens }: { tokens: Data['tokens'] }) => (
  <div>
    <ListPage
      list={tokens}
      name="tokens"
      table={{ caption: t('members.apiTokens'), columns: tokenColumns(), rowKey: ({ id }) => id }}
    />
  </div>
);

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations, tokens } = loaderData;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title={t('common.members')} lead={t('members.whoActsForYourOrganisationAndWhat')} />
      <ActionAlert answer={actionData} />
      <div className="grid gap-8">
        <Table
          caption={t('common.members')}
          columns={memberColumns()}
          rowKey={({ id }) => id}
          groups={[{ rows: members }]}
        />
        {invitations.length > 0 && (
          <Table
            caption={t('members.openInvitations')}
            columns={invitationColumns()}
            rowKey={({ id }) => id}
            groups={[{ rows: invitations }]}
          />
        )}
        <Invite key={invitations.at(-1)?.id} failure={actionData} />
        {tokens.rows.length > 0 && <Tokens tokens={tokens} />}
        <Name data={loaderData} failure={actionData} />
        <Close />
      </div>
    </>
  );
}

function Invite({ failure }: { failure: Route.ComponentProps['actionData'] }) {
  const pending = useNavigation().formData?.get('intent') === 'invite';
  return (
    <Card className="max-w-3xl">
      <h2 className="mb-4 text-xl">{t('members.inviteAMember')}</h2>
      <Form failure={failure?.intent === 'invite' ? failure : null} method="post" className="form">
        <TextField
          label={t('common.email')}
          name="email"
          type="email"
          autoComplete="off"
          required
          hint={t('members.theMailedLinkWorksOnceForSeven')}
        />
        <Select label={t('common.role')} name="role" options={givenOptions()} defaultValue="viewer" />
        <SubmitButton name="intent" value="invite" pending={pending}>
          {t('members.invite')}
        </SubmitButton>
      </Form>
    </Card>
  );
}

function Name({ data, failure }: { data: Data; failure: Route.ComponentProps['actionData'] }) {
  const pending = useNavigation().formData?.get('intent') === 'name';
  return (
    <Card className="max-w-3xl grid gap-4">
      <h2 className="text-xl">{t('members.nameOfTheOrganisation')}</h2>
      {data.nameChange && <NameChange change={data.nameChange} present={data.name} />}
      <Form failure={failure?.intent === 'name' ? failure : null} method="post" className="form">
        <TextField
          label={t('members.nameOfTheOrganisation')}
          name="name"
          autoComplete="organization"
          hint={t('settingsCards.aSuperAdminApprovesANew')}
          defaultValue={data.name}
        />
        <SubmitButton name="intent" value="name" variant="secondary" pending={pending}>
          {t('members.requestThisName')}
        </SubmitButton>
      </Form>
    </Card>
  );
}

function Close() {
  const pending = useNavigation().formData?.get('intent') === 'close';
  return (
    <Card className="max-w-3xl grid gap-4">
      <h2 className="text-xl">{t('members.closeTheOrganisation2')}</h2>
      <p>{t('members.itIssuesNothingAnyMoreAndIts')}</p>
      <Form method="post">
        <details>
          <summary className="link">{t('members.closeTheOrganisation')}</summary>
          <div className="mt-3">
            <SubmitButton name="intent" value="close" variant="secondary" pending={pending}>
              {t('members.closeOrganisation')}
            </SubmitButton>
          </div>
        </details>
      </Form>
    </Card>
  );
}
