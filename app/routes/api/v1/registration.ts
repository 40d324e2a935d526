import { z } from 'zod';
import {
  fillInAllFields,
  forgotPasswordSchema,
  passwordSchema,
  registerSchema,
  resetPasswordSchema,
} from '#app/accounts/account.schema.server.ts';
import { changePassword, passwordChangedText } from '#app/accounts/own-details.server.ts';
import { register, verifyYourEmail } from '#app/accounts/register.server.ts';
import {
  passwordReset,
  requestPasswordReset,
  resetLinkDead,
  resetLinkSent,
  resetPassword,
} from '#app/accounts/reset-password.server.ts';
import { secondFactorNeeded } from '#app/accounts/second-factor/challenges.server.ts';
import {
  emailVerified,
  requireVerificationLink,
  resendVerification,
  verificationSent,
  verifyEmail,
} from '#app/accounts/verify-email.server.ts';
import { resource } from './respond.ts';
import { bearerToken } from './schemas/accounts.ts';
import { done, NEEDS_LOGIN, success, TOO_MANY } from './schemas/responses.ts';

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

api('users/forgot-password').post({
  auth: 'none',
  summary: 'Send a mail with a link to set a new password',
  body: forgotPasswordSchema,
  example: { email: 'mara@osei.example' },
  responses: { 200: done(resetLinkSent()) },
  failures: { 429: TOO_MANY },
  async handle({ actor, input }) {
    const { message } = await requestPasswordReset(actor, await input());
    return { body: { success: true, message } };
  },
});

api('users/reset-password/:token').post({
  auth: 'none',
  summary: 'Set a new password with the token from the mailed link',
  body: resetPasswordSchema,
  example: { newPassword: 'green-otter-by-the-lake' },
  responses: { 200: done(passwordReset()) },
  failures: { 400: resetLinkDead(), 403: secondFactorNeeded(), 429: TOO_MANY },
  async handle({ params, input, client }) {
    const { message } = await resetPassword(params.token, await input(), client);
    return { body: { success: true, message } };
  },
});

api('users/me/password').put({
  auth: 'bearer',
  summary:
    'Change the password. It ends every session, token and link of the account, and answers with a new token',
  body: passwordSchema,
  example: { currentPassword: 'blue-heron-over-fen', newPassword: 'green-otter-by-the-lake' },
  secrets: ['token'],
  responses: {
    200: success({ message: z.literal(passwordChangedText()), token: bearerToken.optional() }),
  },
  failures: { 403: NEEDS_LOGIN, 429: TOO_MANY },
  async handle({ actor, input, client }) {
    const login = { ...client, endsSession: null };
    return changePassword(actor, await input(), login);
  },
  answer: (changed) => ({
    body: { success: true, ...changed },
  }),
});
