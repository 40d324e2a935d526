import { z } from 'zod';
import { changePassword, passwordChangedText } from '#app/accounts/change-password.server.ts';
import { passwordSchema } from '#app/accounts/settings.schema.ts';
import { resource } from './respond.ts';
import { bearerToken } from './schemas/accounts.ts';
import { NEEDS_LOGIN, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('users/me/password').put({
  auth: 'bearer',
  summary:
    'Change the password. It ends every session, token and link of the account, and answers with a new token',
  body: passwordSchema,
  example: { currentPassword: 'blue-heron-over-fen', newPassword: 'green-otter-by-the-lake' },
  secrets: ['token'],
  responses: {
    200: success({ message: z.literal(passwordChangedText()), token: bearerToken.optional() }),
  },
  failures: { 403: NEEDS_LOGIN, 429: TOO_MANY },
  async handle({ actor, input, client, keep }) {
    const toAnswer = (changed: { message: string; token: string }) => ({
      body: { success: true, ...changed },
    });
    const login = { ...client, endsSession: null };
    return toAnswer(await changePassword(actor, await input(), login, keep(toAnswer)));
  },
});
