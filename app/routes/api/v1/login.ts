import { loginSchema } from '#app/accounts/account.schema.ts';
import { login } from '#app/accounts/login.server.ts';
import { userShape } from '#app/routes/api/v1/shapes.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'none',
    summary: 'Log in with email and password',
    body: loginSchema,
    async handle({ json, client }) {
      const { message, token, user } = await login(await json(), client, 'bearer');
      return { body: { success: true, message, token, user: userShape(user) } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
