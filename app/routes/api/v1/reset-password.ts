import { resetPasswordSchema } from '#app/accounts/account.schema.ts';
import { passwordReset, resetLinkDead, resetPassword } from '#app/accounts/reset-password.server.ts';
import { secondFactorNeeded } from '#app/accounts/second-factor/challenges.server.ts';
import { resource } from './respond.ts';
import { done, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('users/reset-password/:token').post({
  auth: 'none',
  summary: 'Set a new password with the token from the mailed link',
  body: resetPasswordSchema,
  example: { newPassword: 'green-otter-by-the-lake' },
  responses: { 200: done(passwordReset()) },
  failures: { 400: resetLinkDead(), 403: secondFactorNeeded(), 429: TOO_MANY },
  async handle({ params, input, client }) {
    const { message } = await resetPassword(params.token, await input(), client);
    return { body: { success: true, message } };
  },
});
