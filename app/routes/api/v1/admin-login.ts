import { z } from 'zod';
import { adminLoginSchema, fillInAll, superAdminLoginSchema } from '#app/accounts/account.schema.ts';
import { lockedTexts } from '#app/accounts/lockout.server.ts';
import { adminLogin, loggedInTexts, loginFailed, superAdminLogin } from '#app/accounts/login.server.ts';
import { verifyYourEmail } from '#app/accounts/register.server.ts';
import { secondFactorNeeded } from '#app/accounts/second-factor/challenges.server.ts';
import { serializeUser } from '#app/routes/api/v1/serialize.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { resource } from './respond.ts';
import { bearerToken, loginErrorSchema, userSchema } from './schemas/accounts.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('admin/login').post({
  auth: 'none',
  summary: 'Log in as an issuer {username, password} or as a super admin {userId, password1, password2}',
  body: z.union([adminLoginSchema, superAdminLoginSchema]),
  example: { username: 'aurora-institute', password: 'blue-heron-over-fen' },
  responses: {
    200: success({
      message: z.literal(loggedInTexts()),
      token: bearerToken,
      isSuperAdmin: z.boolean(),
      user: userSchema,
    }),
  },
  failures: {
    401: `${loginFailed()} Or, with a challenge: ${secondFactorNeeded()}`,
    403: verifyYourEmail(),
    429: lockedTexts(),
  },
  failureSchemas: { 401: loginErrorSchema },
  async handle({ json, client }) {
    const fields = await json();
    const { message, token, user } = await ('userId' in fields
      ? superAdminLogin(parseInput(superAdminLoginSchema, fields, fillInAll()), client, 'bearer')
      : adminLogin(parseInput(adminLoginSchema, fields, fillInAll()), client, 'bearer'));
    return {
      body: {
        success: true,
        message,
        token,
        isSuperAdmin: user.role === 'superadmin',
        user: serializeUser(user),
      },
    };
  },
});
