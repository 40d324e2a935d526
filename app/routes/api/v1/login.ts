import { z } from 'zod';
import { FILL_IN_ALL, loginSchema } from '#app/accounts/account.schema.ts';
import { LOCKED } from '#app/accounts/lockout.server.ts';
import { LOGGED_IN, LOGIN_FAILED, login } from '#app/accounts/login.server.ts';
import { VERIFY_YOUR_EMAIL } from '#app/accounts/register.server.ts';
import { SECOND_FACTOR_NEEDED } from '#app/accounts/second-factor/challenges.server.ts';
import { serializeUser } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { bearerToken, loginErrorSchema, userSchema } from './schemas/accounts.ts';
import { success } from './schemas/responses.ts';

const resource = api('users/login').post({
  auth: 'none',
  summary: 'Log in with email and password',
  body: loginSchema,
  missingMessage: FILL_IN_ALL,
  example: { email: 'mara@osei.example', password: 'blue-heron-over-fen' },
  responses: { 200: success({ message: z.literal(LOGGED_IN), token: bearerToken, user: userSchema }) },
  failures: {
    401: `${LOGIN_FAILED} Or, with a challenge: ${SECOND_FACTOR_NEEDED}`,
    403: VERIFY_YOUR_EMAIL,
    429: LOCKED,
  },
  failureSchemas: { 401: loginErrorSchema },
  async handle({ input, client }) {
    const { message, token, user } = await login(await input(), client, 'bearer');
    return { body: { success: true, message, token, user: serializeUser(user) } };
  },
});

export const loader = resource.loader;
export const action = resource.action;
