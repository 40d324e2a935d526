import {
  fillInAllFields,
  forgotPasswordSchema,
  registerSchema,
} from '#app/accounts/account.schema.server.ts';
import { register, verifyYourEmail } from '#app/accounts/register.server.ts';
import {
  emailVerified,
  requireVerificationLink,
  resendVerification,
  verificationSent,
  verifyEmail,
} from '#app/accounts/verify-email.server.ts';
import { resource } from './respond.ts';
import { done, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('users/register').post({
  auth: 'none',
  summary: 'Register an account',
  body: registerSchema,
  missingMessage: fillInAllFields,
  example: {
    name: 'Mara Osei',
    email: 'mara@osei.example',
    password: 'blue-heron-over-fen',
    role: 'individual',
  },
  responses: { 201: done(verifyYourEmail()) },
  failures: { 429: TOO_MANY },
  async handle({ actor, input }) {
    const { message } = await register(actor, await input());
    return { status: 201, body: { success: true, message } };
  },
});

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

api('users/resend-verification').post({
  auth: 'none',
  summary: 'Mail the link that verifies an address again',
  body: forgotPasswordSchema,
  example: { email: 'mara@osei.example' },
  responses: { 200: done(verificationSent()) },
  failures: { 429: TOO_MANY },
  handle: async ({ actor, input }) => ({
    body: { success: true, ...(await resendVerification(actor, await input())) },
  }),
});
