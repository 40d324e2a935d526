import { acceptOwnership } from '#app/accounts/organisations/transfer-ownership.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { resource } from './respond.ts';
import { told } from './schemas/responses.ts';

export const api = resource();

api('organisations/:organisationId/ownership').post({
  auth: 'bearer',
  summary: 'Take the ownership over that the account was offered. The former owner becomes an issuer',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: told('You own Harbour Institute now.') },
  failures: { 403: 'Your login is older than ten minutes. Enter your password.', 404: 'Not found.' },
  async handle({ actor, params, input, keep }) {
    const { password } = await input();
    const toAnswer = (taken: { message: string }) => ({ body: { success: true, ...taken } });
    return toAnswer(await acceptOwnership(actor, params.organisationId, password, keep(toAnswer)));
  },
});
