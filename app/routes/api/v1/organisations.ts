import { z } from 'zod';
import { proofSchema } from '#app/accounts/account.schema.server.ts';
import {
  closeOrganisation,
  organisationClosed,
} from '#app/accounts/organisations/close-organisation.server.ts';
import {
  acceptInvitation,
  invitationDead,
  invitationWithdrawn,
  invited,
  inviteMember,
  withdrawInvitation,
} from '#app/accounts/organisations/invitations.server.ts';
import {
  invitationSchema,
  organisationNameSchema,
  roleChangeSchema,
  transferSchema,
} from '#app/accounts/organisations/members.schema.ts';
import {
  changeRole,
  leaveOrganisation,
  listMembers,
  memberRemoved,
  ownerStays,
  removeMember,
  roleChanged,
} from '#app/accounts/organisations/members.server.ts';
import { ownOrganisations } from '#app/accounts/organisations/membership.server.ts';
import { requestOrganisationName } from '#app/accounts/organisations/request-name.server.ts';
import {
  acceptOwnership,
  offerOwnership,
  offerWithdrawn,
  ownershipOffered,
  withdrawOffer,
} from '#app/accounts/organisations/transfer-ownership.server.ts';
import { resource } from './respond.ts';
import { invitationObject, memberObject, organisationObject } from './schemas/organisations.ts';
import { done, NOT_ALLOWED, success, TOO_MANY, told } from './schemas/responses.ts';

export const api = resource();

api('organisations').get({
  auth: 'bearer',
  summary: 'The organisations that the account is a member of, its own first',
  responses: { 200: success({ organisations: organisationObject.array() }) },
  handle({ actor }) {
    const acting = 'organisation' in actor ? actor.organisation?.id : undefined;
    const organisations = ownOrganisations(actor).map((each) =>
      organisationObject.serialize({
        ...each,
        isOffered: each.isOffered === 1,
        isActing: each.id === acting,
      }),
    );
    return { body: { success: true, organisations } };
  },
});

api('organisations/:organisationId')
  .patch({
    auth: 'bearer',
    summary:
      'Ask for another name of the organisation that the login acts for, for its owner. It waits for the approval of a super admin',
    body: organisationNameSchema,
    example: { name: 'Harbour Institute' },
    responses: { 200: told('Your new name is waiting for approval.') },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 429: TOO_MANY },
    handle: async ({ actor, params, input }) =>
      requestOrganisationName(actor, params.organisationId, await input()),
    answer: (requested) => ({ body: { success: true, ...requested } }),
  })
  .delete({
    auth: 'bearer',
    summary: 'Leave an organisation. Logins and tokens of the account for it end, except this login',
    changesOrganisation: true,
    responses: { 200: told('You have left Harbour Institute.') },
    failures: { 404: 'Not found.', 409: 'Transfer the ownership first, or close the organisation.' },
    handle: ({ actor, params }) => ({
      body: { success: true, ...leaveOrganisation(actor, params.organisationId) },
    }),
  });

api('organisations/:organisationId/ownership').post({
  auth: 'bearer',
  summary: 'Take the ownership over that the account was offered. The former owner becomes an issuer',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: told('You own Harbour Institute now.') },
  failures: { 403: 'Your login is older than ten minutes. Enter your password.', 404: 'Not found.' },
  async handle({ actor, params, input }) {
    const { password } = await input();
    return acceptOwnership(actor, params.organisationId, password);
  },
  answer: (taken) => ({ body: { success: true, ...taken } }),
});

api('members').get({
  auth: 'bearer',
  summary: 'The members of the organisation and its open invitations, for its owner',
  responses: {
    200: success({ members: memberObject.array(), invitations: invitationObject.array() }),
  },
  failures: { 403: NOT_ALLOWED },
  handle({ actor }) {
    const { members, invitations, offeredTo } = listMembers(actor);
    return {
      body: {
        success: true,
        members: members.map((member) =>
          memberObject.serialize({ ...member, isOffered: member.id === offeredTo }),
        ),
        invitations: invitations.map(invitationObject.serialize),
      },
    };
  },
});

api('members/closing').post({
  auth: 'bearer',
  summary: 'Close the organisation, for its owner. It issues nothing any more; its certificates stay',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: done(organisationClosed()) },
  failures: { 403: NOT_ALLOWED, 409: 'You have courses. Delete them first; buyers can keep theirs.' },
  async handle({ actor, input }) {
    const { password } = await input();
    await closeOrganisation(actor, password);
  },
  answer: () => ({ body: { success: true, message: organisationClosed() } }),
});

api('members/ownership')
  .post({
    auth: 'bearer',
    summary: 'Ask a member to take the ownership over. Nothing changes until the member accepts',
    body: transferSchema,
    example: { userId: '01a1f82f-2650-75ce-8345-1447293b0eed' },
    responses: { 200: done(ownershipOffered()) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This member is the owner already.' },
    handle: async ({ actor, input }) => offerOwnership(actor, await input()),
    answer: () => ({ body: { success: true, message: ownershipOffered() } }),
  })
  .delete({
    auth: 'bearer',
    summary: 'Withdraw the offer of the ownership',
    body: proofSchema,
    example: { password: 'blue-heron-over-fen' },
    responses: { 200: done(offerWithdrawn()) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    async handle({ actor, input }) {
      const { password } = await input();
      await withdrawOffer(actor, password);
    },
    answer: () => ({ body: { success: true, message: offerWithdrawn() } }),
  });

const failures = { 403: NOT_ALLOWED, 404: 'Not found.', 409: ownerStays() };

api('members/:userId')
  .patch({
    auth: 'bearer',
    summary: 'Give a member another role, for the owner of the organisation',
    body: roleChangeSchema,
    example: { role: 'author' },
    responses: { 200: done(roleChanged()) },
    failures,
    handle: async ({ actor, params, input }) => changeRole(actor, params.userId, await input()),
    answer: () => ({ body: { success: true, message: roleChanged() } }),
  })
  .delete({
    auth: 'bearer',
    summary: 'Remove a member, whose logins and tokens for the organisation end at once',
    body: proofSchema,
    example: { password: 'blue-heron-over-fen' },
    responses: { 200: done(memberRemoved()) },
    failures,
    async handle({ actor, params, input }) {
      const { password } = await input();
      await removeMember(actor, params.userId, password);
    },
    answer: () => ({ body: { success: true, message: memberRemoved() } }),
  });

api('members/invitations').post({
  auth: 'bearer',
  summary: 'Invite an address as a member, for the owner. The mailed link works once, for seven days',
  body: invitationSchema,
  example: { email: 'mara@osei.example', role: 'issuer' },
  responses: {
    201: success({ message: z.literal(invited()), invitation: z.strictObject({ _id: z.string() }) }),
  },
  failures: { 403: NOT_ALLOWED, 409: 'This person is a member already.', 429: TOO_MANY },
  handle: async ({ actor, input }) => inviteMember(actor, await input()),
  answer: (id) => ({
    status: 201,
    body: { success: true, message: invited(), invitation: { _id: id } },
  }),
});

api('members/invitations/:invitationId').delete({
  auth: 'bearer',
  summary: 'Withdraw an open invitation, for the owner',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: done(invitationWithdrawn()) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  async handle({ actor, params, input }) {
    const { password } = await input();
    await withdrawInvitation(actor, params.invitationId, password);
  },
  answer: () => ({ body: { success: true, message: invitationWithdrawn() } }),
});

api('invitations/:token').post({
  auth: 'bearer',
  summary: 'Accept the invitation of a mailed link. This login then acts for the organisation',
  changesOrganisation: true,
  responses: { 200: told('You are a member of Harbour Institute now.') },
  failures: {
    403: 'This invitation is for another address.',
    404: invitationDead(),
    409: 'You are a member already.',
  },
  handle({ actor, params }) {
    const { message } = acceptInvitation(actor, params.token);
    return { body: { success: true, message } };
  },
});
