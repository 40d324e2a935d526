import { proofSchema } from '#app/accounts/account.schema.server.ts';
import { organisationNameSchema } from '#app/accounts/organisations/members.schema.ts';
import { leaveOrganisation } from '#app/accounts/organisations/members.server.ts';
import { ownOrganisations } from '#app/accounts/organisations/membership.server.ts';
import { requestOrganisationName } from '#app/accounts/organisations/request-name.server.ts';
import { acceptOwnership } from '#app/accounts/organisations/transfer-ownership.server.ts';
import { resource } from './respond.ts';
import { organisationObject } from './schemas/organisations.ts';
import { NOT_ALLOWED, success, TOO_MANY, told } from './schemas/responses.ts';

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
