import { resetPasswordSchema } from '#app/accounts/account.schema.ts';
import { passwordReset, resetLinkDead, resetPassword } from '#app/accounts/reset-password.server.ts';
import { secondFactorNeeded } from '#app/accounts/second-factor/challenges.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { api } from './respond.ts';
import { done, TOO_MANY } from './schemas/responses.ts';

export const handle = { secret: true } satisfies RouteNeeds;

const resource = api('users/reset-password/:token').post({
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

export const loader = resource.loader;
export const action = resource.action;
