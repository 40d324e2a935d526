import { z } from 'zod';
import { proofSchema } from '#app/accounts/account.schema.server.ts';
import {
  acceptInvitation,
  invitationDead,
  invitationWithdrawn,
  invited,
  inviteMember,
  withdrawInvitation,
} from '#app/accounts/organisations/invitations.server.ts';
import { invitationSchema } from '#app/accounts/organisations/members.schema.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED, success, TOO_MANY, told } from './schemas/responses.ts';

export const api = resource();

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
