import { organisationNameSchema } from '#app/accounts/organisations/members.schema.ts';
import { leaveOrganisation } from '#app/accounts/organisations/remove-member.server.ts';
import { requestOrganisationName } from '#app/accounts/organisations/request-organisation-name.server.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, TOO_MANY, told } from './schemas/responses.ts';

export const api = resource();

api('organisations/:organisationId')
  .patch({
    auth: 'bearer',
    summary:
      'Ask for another name of the organisation that the login acts for, for its owner. It waits for the approval of a super admin',
    body: organisationNameSchema,
    example: { name: 'Harbour Institute' },
    responses: { 200: told('Your new name is waiting for approval.') },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 429: TOO_MANY },
    async handle({ actor, params, input, keep }) {
      const toAnswer = (requested: { message: string }) => ({ body: { success: true, ...requested } });
      return toAnswer(
        await requestOrganisationName(actor, params.organisationId, await input(), keep(toAnswer)),
      );
    },
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
