import { resetPasswordSchema } from '#app/accounts/account.schema.ts';
import { resetPassword } from '#app/accounts/reset-password.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'none',
    summary: 'Set a new password with the token that was mailed',
    body: resetPasswordSchema,
    async handle({ params, json, client }) {
      const { message } = await resetPassword(params.token ?? '', await json(), client);
      return { body: { success: true, message } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
