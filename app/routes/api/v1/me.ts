import { me } from '#app/accounts/me.server.ts';
import { serializeUser } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { userSchema } from './schemas/accounts.ts';
import { success } from './schemas/responses.ts';

const resource = api('users/me').get({
  auth: 'bearer',
  summary: 'The account that the token belongs to',
  responses: { 200: success({ user: userSchema }) },
  handle: ({ actor }) => ({ body: { success: true, user: serializeUser(me(actor)) } }),
});

export const loader = resource.loader;
export const action = resource.action;
