import { invitationWithdrawn, withdrawInvitation } from '#app/accounts/organisations/invite-member.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('members/invitations/:invitationId').delete({
  auth: 'bearer',
  summary: 'Withdraw an open invitation, for the owner',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: done(invitationWithdrawn()) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  async handle({ actor, params, input, keep }) {
    const { password } = await input();
    const answer = { body: { success: true, message: invitationWithdrawn() } };
    await withdrawInvitation(
      actor,
      params.invitationId,
      password,
      keep(() => answer),
    );
    return answer;
  },
});
