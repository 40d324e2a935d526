import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { requestPasswordReset, resetLinkSent } from '#app/accounts/request-password-reset.server.ts';
import { resource } from './respond.ts';
import { done, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('users/forgot-password').post({
  auth: 'none',
  summary: 'Send a mail with a link to set a new password',
  body: forgotPasswordSchema,
  example: { email: 'mara@osei.example' },
  responses: { 200: done(resetLinkSent()) },
  failures: { 429: TOO_MANY },
  async handle({ actor, input }) {
    const { message } = await requestPasswordReset(actor, await input());
    return { body: { success: true, message } };
  },
});
