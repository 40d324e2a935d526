import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { resendVerification, verificationSent } from '#app/accounts/resend-verification.server.ts';
import { resource } from './respond.ts';
import { done, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('users/resend-verification').post({
  auth: 'none',
  summary: 'Mail the link that verifies an address again',
  body: forgotPasswordSchema,
  example: { email: 'mara@osei.example' },
  responses: { 200: done(verificationSent()) },
  failures: { 429: TOO_MANY },
  handle: async ({ actor, input }) => ({
    body: { success: true, ...(await resendVerification(actor, await input())) },
  }),
});
