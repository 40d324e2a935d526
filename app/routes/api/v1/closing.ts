import {
  closeOrganisation,
  organisationClosed,
} from '#app/accounts/organisations/close-organisation.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('members/closing').post({
  auth: 'bearer',
  summary: 'Close the organisation, for its owner. It issues nothing any more; its certificates stay',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: done(organisationClosed()) },
  failures: { 403: NOT_ALLOWED, 409: 'You have courses. Delete them first; buyers can keep theirs.' },
  async handle({ actor, input, keep }) {
    const { password } = await input();
    const answer = { body: { success: true, message: organisationClosed() } };
    await closeOrganisation(
      actor,
      password,
      keep(() => answer),
    );
    return answer;
  },
});
