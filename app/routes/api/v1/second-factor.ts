import { z } from 'zod';
import { lockedTexts } from '#app/accounts/lockout.server.ts';
import { loggedInTexts } from '#app/accounts/login.server.ts';
import { secondStepSchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import { secondStep, wrongCode } from '#app/accounts/second-factor/second-step.server.ts';
import { serializeUser } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { bearerToken, userSchema } from './schemas/accounts.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('users/login/second-factor').post({
  auth: 'none',
  summary: 'Finish a login that answered second_factor_required, with a code of the app or a recovery code',
  body: secondStepSchema,
  example: { challenge: 'g3QyEbM6x6Jp8vXj1nGqf0dZP9SxkT5uR2hLwYcAo4I', code: '492039' },
  responses: {
    200: success({
      message: z.literal(loggedInTexts()),
      token: bearerToken,
      isSuperAdmin: z.boolean().optional(),
      user: userSchema,
    }),
  },
  failures: { 401: wrongCode(), 429: lockedTexts() },
  async handle({ input, client }) {
    const { message, token, user, form } = secondStep(await input(), client, 'bearer');
    return {
      body: {
        success: true,
        message,
        token,
        // As the call of the first step answers.
        ...(form !== 'user' && { isSuperAdmin: user.role === 'superadmin' }),
        user: serializeUser(user),
      },
    };
  },
});
