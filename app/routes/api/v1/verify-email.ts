import { verifyEmail } from '#app/accounts/verify-email.server.ts';
import { api } from './respond.ts';
import { done } from './schemas.ts';

const resource = api('users/verify/:token', {
  GET: {
    auth: 'none',
    summary: 'Verify an email address with the token that was mailed to it',
    responses: { 200: done('Email verified successfully!') },
    failures: { 400: 'Verification failed' },
    handle({ params }) {
      const { message } = verifyEmail(params.token);
      return { body: { success: true, message } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
