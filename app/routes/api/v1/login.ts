import { z } from 'zod';
import { fillInAll, loginSchema } from '#app/accounts/account.schema.ts';
import { lockedTexts } from '#app/accounts/lockout.server.ts';
import { loggedInTexts, login, loginFailed } from '#app/accounts/login.server.ts';
import { verifyYourEmail } from '#app/accounts/register.server.ts';
import { secondFactorNeeded } from '#app/accounts/second-factor/challenges.server.ts';
import { serializeUser } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { bearerToken, loginErrorSchema, userSchema } from './schemas/accounts.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('users/login').post({
  auth: 'none',
  summary: 'Log in with email and password',
  body: loginSchema,
  missingMessage: fillInAll,
  example: { email: 'mara@osei.example', password: 'blue-heron-over-fen' },
  responses: { 200: success({ message: z.literal(loggedInTexts()), token: bearerToken, user: userSchema }) },
  failures: {
    401: `${loginFailed()} Or, with a challenge: ${secondFactorNeeded()}`,
    403: verifyYourEmail(),
    429: lockedTexts(),
  },
  failureSchemas: { 401: loginErrorSchema },
  async handle({ input, client }) {
    const { message, token, user } = await login(await input(), client, 'bearer');
    return { body: { success: true, message, token, user: serializeUser(user) } };
  },
});
