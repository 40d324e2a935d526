import { logout } from '#app/accounts/logout.server.ts';
import { resource } from './respond.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('users/logout').post({
  auth: 'bearer',
  summary: 'Revoke the token of this call',
  responses: { 200: success({}) },
  handle({ actor }) {
    logout(actor);
    return { body: { success: true } };
  },
});
