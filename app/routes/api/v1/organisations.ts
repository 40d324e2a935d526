import { ownOrganisations } from '#app/accounts/organisations/own-organisations.server.ts';
import { serializeOrganisation } from '#app/routes/api/v1/serialize-accounts.server.ts';
import { resource } from './respond.ts';
import { organisationSchema } from './schemas/organisations.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('organisations').get({
  auth: 'bearer',
  summary: 'The organisations that the account is a member of, its own first',
  responses: { 200: success({ organisations: organisationSchema.array() }) },
  handle: ({ actor }) => ({
    body: {
      success: true,
      organisations: ownOrganisations(actor).map((each) =>
        serializeOrganisation(each, 'organisation' in actor ? actor.organisation?.id : undefined),
      ),
    },
  }),
});
