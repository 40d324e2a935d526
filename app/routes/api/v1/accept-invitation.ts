import { acceptInvitation, invitationDead } from '#app/accounts/organisations/accept-invitation.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { api } from './respond.ts';
import { told } from './schemas/responses.ts';

export const handle = { secret: true } satisfies RouteNeeds;

const resource = api('invitations/:token').post({
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

export const loader = resource.loader;
export const action = resource.action;
