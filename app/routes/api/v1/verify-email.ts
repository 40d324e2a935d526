import { emailVerified, requireVerificationLink, verifyEmail } from '#app/accounts/verify-email.server.ts';
import { resource } from './respond.ts';
import { done } from './schemas/responses.ts';

export const api = resource();

api('users/verify/:token').get({
  auth: 'none',
  summary: 'Verify an email address with the token from the mailed link',
  responses: { 200: done(emailVerified()) },
  failures: { 400: 'Verification failed' },
  handle({ params, request }) {
    // HEAD must change nothing (RFC 9110 section 9.2.1).
    if (request.method === 'HEAD') requireVerificationLink(params.token);
    else verifyEmail(params.token);
    return { body: { success: true, message: emailVerified() } };
  },
});
