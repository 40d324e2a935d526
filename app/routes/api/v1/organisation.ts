import { leaveOrganisation } from '#app/accounts/organisations/remove-member.server.ts';
import { api } from './respond.ts';
import { told } from './schemas/responses.ts';

const resource = api('organisations/:organisationId').delete({
  auth: 'bearer',
  summary: 'Leave an organisation. Logins and tokens of the account for it end, except this login',
  responses: { 200: told('You have left Harbour Institute.') },
  failures: { 404: 'Not found.', 409: 'Transfer the ownership first, or close the organisation.' },
  handle: ({ actor, params }) => ({
    body: { success: true, ...leaveOrganisation(actor, params.organisationId) },
  }),
});

export const loader = resource.loader;
export const action = resource.action;
