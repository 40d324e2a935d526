import { proofSchema } from '#app/accounts/account.schema.server.ts';
import {
  closeOrganisation,
  organisationClosed,
} from '#app/accounts/organisations/close-organisation.server.ts';
import { roleChangeSchema, transferSchema } from '#app/accounts/organisations/members.schema.ts';
import {
  changeRole,
  listMembers,
  memberRemoved,
  ownerStays,
  removeMember,
  roleChanged,
} from '#app/accounts/organisations/members.server.ts';
import {
  offerOwnership,
  offerWithdrawn,
  ownershipOffered,
  withdrawOffer,
} from '#app/accounts/organisations/transfer-ownership.server.ts';
import { resource } from './respond.ts';
import { invitationObject, memberObject } from './schemas/organisations.ts';
import { done, NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

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
