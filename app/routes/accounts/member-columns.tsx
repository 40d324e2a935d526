import type { ReactNode } from 'react';
import { formatList } from '#app/messages/format-numbers.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { shownEmail } from '#app/shared/email-address.ts';
import { Select } from '#app/ui/form.tsx';
import type { Column } from '#app/ui/list-parts.tsx';
import { EmailText, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/members';
import { givenOptions, roleLabel } from './member-roles.ts';

type Data = Route.ComponentProps['loaderData'];
type Member = Data['members'][number];
type Invitation = Data['invitations'][number];
type Token = Data['tokens']['rows'][number];

const screenReaderOnly = (text: ReactNode) => <span className="sr-only">{text}</span>;

export const memberColumns = (): Column<Member>[] => [
  {
    header: t('common.member'),
    cell: ({ name, email }) => (
      <span className="grid">
        <bdi className="breakable">{name}</bdi>
        {email && <EmailText>{email}</EmailText>}
      </span>
    ),
  },
  { header: t('common.since'), cell: ({ since }) => since },
  {
    header: t('members.invitedBy'),
    cell: ({ invitedBy }) => <bdi className="breakable">{invitedBy ?? '–'}</bdi>,
  },
  {
    header: t('common.role'),
    cell: ({ id, name, role }) =>
      role === 'owner' ? (
        roleLabel('owner')
      ) : (
        <Form method="post" className="flex flex-wrap items-end gap-2">
          <input type="hidden" name="userId" value={id} />
          <Select
            label={<span className="sr-only">{t('members.roleOfName', { name })}</span>}
            name="role"
            options={givenOptions()}
            defaultValue={role}
          />
          <SubmitButton name="intent" value="role" variant="secondary" size="small">
            {rich('members.changeTheRoleOfName', { name, span: screenReaderOnly })}
          </SubmitButton>
        </Form>
      ),
  },
  {
    header: t('members.change'),
    screenOnly: true,
    cell: ({ id, name, role, isOffered }) =>
      role !== 'owner' && (
        <Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="userId" value={id} />
          <SubmitButton name="intent" value="remove" variant="secondary" size="small">
            {rich('members.removeName', { name, span: screenReaderOnly })}
          </SubmitButton>
          <SubmitButton
            name="intent"
            value={isOffered ? 'withdraw-transfer' : 'transfer'}
            variant="quiet"
            size="small"
          >
            {isOffered
              ? rich('members.withdrawTheOfferToName', { name, span: screenReaderOnly })
              : rich('members.makeOwnerName', { name, span: screenReaderOnly })}
          </SubmitButton>
        </Form>
      ),
  },
];

export const invitationColumns = (): Column<Invitation>[] => [
  { header: t('members.address'), cell: ({ email }) => <EmailText>{email}</EmailText> },
  { header: t('common.role'), cell: ({ role }) => roleLabel(role) },
  { header: t('members.validUntil'), cell: ({ until }) => until },
  {
    header: t('common.withdraw'),
    screenOnly: true,
    cell: ({ id, email }) => (
      <Form method="post">
        <input type="hidden" name="invitationId" value={id} />
        <SubmitButton name="intent" value="withdraw" variant="secondary" size="small">
          {rich('members.withdrawTheInvitationOfEmail', { email: shownEmail(email), span: screenReaderOnly })}
        </SubmitButton>
      </Form>
    ),
  },
];

export const tokenColumns = (): Column<Token>[] => [
  { header: t('common.token'), cell: ({ name }) => <span className="breakable">{name}</span> },
  { header: t('common.member'), cell: ({ member }) => <span className="breakable">{member}</span> },
  {
    header: t('members.mayDo'),
    cell: ({ scopes }) => (
      <span className="breakable">
        {scopes === null ? t('members.allThatTheRoleMayDo') : formatList(scopes)}
      </span>
    ),
  },
  { header: t('members.lastUse'), cell: ({ lastUsedAt }) => lastUsedAt },
  {
    header: t('common.revoke'),
    screenOnly: true,
    cell: ({ id, name }) => (
      <Form method="post">
        <input type="hidden" name="tokenId" value={id} />
        <SubmitButton name="intent" value="revoke-token" variant="secondary" size="small">
          {rich('members.revokeTheTokenName', { name, span: screenReaderOnly })}
        </SubmitButton>
      </Form>
    ),
  },
];
