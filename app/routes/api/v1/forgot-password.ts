import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { requestPasswordReset } from '#app/accounts/request-password-reset.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'none',
    summary: 'Have a link to set a new password mailed',
    body: forgotPasswordSchema,
    async handle({ actor, json }) {
      const { message } = await requestPasswordReset(actor, await json());
      return { body: { success: true, message } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
