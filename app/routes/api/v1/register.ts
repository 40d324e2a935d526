import { registerSchema } from '#app/accounts/account.schema.ts';
import { register } from '#app/accounts/register.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'none',
    summary: 'Register an account',
    body: registerSchema,
    async handle({ actor, json }) {
      const { message } = await register(actor, await json());
      return { status: 201, body: { success: true, message } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
