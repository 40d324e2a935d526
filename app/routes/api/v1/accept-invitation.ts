import { acceptInvitation, invitationDead } from '#app/accounts/organisations/accept-invitation.server.ts';
import { resource } from './respond.ts';
import { told } from './schemas/responses.ts';

export const api = resource();

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
