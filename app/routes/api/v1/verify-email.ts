import { verifyEmail } from '#app/accounts/verify-email.server.ts';
import { api } from './respond.ts';

const resource = api({
  GET: {
    auth: 'none',
    summary: 'Verify an email address with the token that was mailed to it',
    handle({ params }) {
      const { message } = verifyEmail(params.token ?? '');
      return { body: { success: true, message } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
