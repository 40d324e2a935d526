import { listMembers } from '#app/accounts/organisations/list-members.server.ts';
import { serializeInvitation, serializeMember } from '#app/routes/api/v1/serialize-accounts.server.ts';
import { resource } from './respond.ts';
import { memberSchema, openInvitationSchema } from './schemas/organisations.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('members').get({
  auth: 'bearer',
  summary: 'The members of the organisation and its open invitations, for its owner',
  responses: {
    200: success({ members: memberSchema.array(), invitations: openInvitationSchema.array() }),
  },
  failures: { 403: NOT_ALLOWED },
  handle({ actor }) {
    const { members, invitations, offeredTo } = listMembers(actor);
    return {
      body: {
        success: true,
        members: members.map((member) => serializeMember(member, offeredTo)),
        invitations: invitations.map(serializeInvitation),
      },
    };
  },
});
