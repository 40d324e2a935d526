import { logout } from '#app/accounts/logout.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'bearer',
    summary: 'End the token that the call is made with',
    handle({ actor }) {
      logout(actor);
      return { body: { success: true } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
