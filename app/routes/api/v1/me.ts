import { z } from 'zod';
import {
  billingSchema,
  nameSchema,
  proofSchema,
  sessionListSchema,
} from '#app/accounts/account.schema.server.ts';
import {
  endOtherSessions,
  endSession,
  endSessionsOf,
  listSessions,
} from '#app/accounts/account-sessions.server.ts';
import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import {
  addAddress,
  addressLinkSent,
  addressRemoved,
  addressSchema,
  removeAddress,
} from '#app/accounts/add-address.server.ts';
import { addressesOf } from '#app/accounts/addresses.server.ts';
import {
  emailChangeSchema,
  emailLinkSent,
  requestEmailChange,
} from '#app/accounts/email-change/request-email-change.server.ts';
import { billingDetails, me, setBillingDetails, updateName } from '#app/accounts/own-details.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import {
  reminderSettingsOf,
  reminderSettingsSchema,
  setReminders,
} from '#app/certificates/reminder-settings.server.ts';
import {
  holdSettingSchema,
  ownHoldMinutes,
  setHoldMinutes,
} from '#app/certificates/scheduled/schedule-certificate.server.ts';
import {
  mayHoldersShare,
  setHoldersMayShare,
  sharingSettingSchema,
} from '#app/certificates/share-links.server.ts';
import { anyEmail } from './object.ts';
import { resource } from './respond.ts';
import { billingDetailsSchema, remindersSchema, sessionObject, userObject } from './schemas/accounts.ts';
import { done, listOf, NEEDS_LOGIN, NOT_ALLOWED, success, TOO_MANY, told } from './schemas/responses.ts';

export const api = resource();

api('users/me')
  .get({
    auth: 'bearer',
    summary: 'The account that the token belongs to',
    responses: { 200: success({ user: userObject }) },
    handle: ({ actor }) => ({ body: { success: true, user: userObject.serialize(me(actor)) } }),
  })
  .patch({
    auth: 'bearer',
    summary:
      'Change the name of the account. The new name of an issuer waits for the approval of a super admin',
    body: nameSchema,
    example: { name: 'Mara Osei-Mensah' },
    responses: { 200: told('Your name was changed.') },
    failures: { 403: NEEDS_LOGIN, 429: TOO_MANY },
    handle: async ({ actor, input }) => updateName(actor, await input()),
    answer: (changed) => ({ body: { success: true, ...changed } }),
  });

api('users/me/email').post({
  auth: 'bearer',
  summary:
    'Mail a link to a new address, which its owner confirms in a browser with the login of the account. Until then nothing changes',
  body: emailChangeSchema,
  example: { email: 'mara@new.example', password: 'blue-heron-over-fen' },
  responses: { 200: told(emailLinkSent()) },
  failures: {
    403: NEEDS_LOGIN,
    409: 'Your address was changed in the last seven days. After that time you can change it again.',
    429: TOO_MANY,
  },
  handle: async ({ actor, input }) => requestEmailChange(actor, await input()),
  answer: (asked) => ({ body: { success: true, ...asked } }),
});

api('users/me/addresses')
  .get({
    auth: 'bearer',
    admits: requireLogin,
    summary: 'The email addresses of the account, whose certificates it lists. The first is its own',
    responses: {
      200: success({ addresses: z.array(anyEmail.meta({ examples: ['mara@osei.example'] })) }),
    },
    failures: { 403: NEEDS_LOGIN },
    handle: ({ actor }) => ({ body: { success: true, addresses: addressesOf(actor) } }),
  })
  .post({
    auth: 'bearer',
    summary: 'Mail a link that adds an email address to the account',
    body: addressSchema,
    example: { email: 'mara@students.example' },
    responses: { 200: done(addressLinkSent()) },
    failures: { 403: NEEDS_LOGIN, 409: 'An account has at most 10 other addresses.', 429: TOO_MANY },
    handle: async ({ actor, input }) => addAddress(actor, await input()),
    answer: (added) => ({ body: { success: true, ...added } }),
  })
  .delete({
    auth: 'bearer',
    summary: 'Remove an email address from the account',
    body: addressSchema,
    example: { email: 'mara@students.example' },
    responses: { 200: done(addressRemoved()) },
    failures: { 403: NEEDS_LOGIN },
    act: ({ actor, input }) => ({ body: { success: true, ...removeAddress(actor, input) } }),
  });

api('users/me/billing')
  .get({
    auth: 'bearer',
    scope: 'payments:read',
    summary: 'The company and tax ID for receipts',
    responses: { 200: success({ billing: billingDetailsSchema }) },
    handle: ({ actor }) => ({ body: { success: true, billing: billingDetails(actor) } }),
  })
  .put({
    auth: 'bearer',
    summary: 'Set the company and tax ID for later receipts. An absent field means none',
    body: billingSchema,
    example: { company: 'Osei Consulting', taxId: 'GB123456789' },
    responses: { 200: told('Your next receipts will show these details.') },
    failures: { 403: NEEDS_LOGIN },
    act: ({ actor, input }) => ({
      body: { success: true, ...setBillingDetails(actor, input) },
    }),
  });

api('users/me/reminders')
  .get({
    auth: 'bearer',
    summary: 'Which mails about expiring certificates are sent, for issuers',
    responses: { 200: success({ reminders: remindersSchema }) },
    failures: { 403: NOT_ALLOWED },
    handle: ({ actor }) => ({ body: { success: true, reminders: reminderSettingsOf(actor) } }),
  })
  .put({
    auth: 'bearer',
    summary:
      'Choose which mails about expiring certificates are sent, for issuers. An absent field means false',
    body: reminderSettingsSchema,
    example: { students: true, summary: true, replyTo: 'office@aurora.example' },
    responses: { 200: told('Your reminders were saved.') },
    failures: { 403: NOT_ALLOWED },
    act: ({ actor, input }) => ({ body: { success: true, ...setReminders(actor, input) } }),
  });

api('users/me/sharing')
  .get({
    auth: 'bearer',
    summary: 'Whether holders may share the issuer’s certificates, for issuers',
    responses: { 200: success({ sharing: z.boolean() }) },
    failures: { 403: NOT_ALLOWED },
    handle: ({ actor }) => ({ body: { success: true, sharing: mayHoldersShare(actor) } }),
  })
  .put({
    auth: 'bearer',
    summary:
      'Choose whether holders may share the issuer’s certificates, for issuers. Without it, open links are closed',
    body: sharingSettingSchema,
    example: { sharing: true },
    responses: { 200: told('Your choice about sharing was saved.') },
    failures: { 403: NOT_ALLOWED },
    act: ({ actor, input }) => ({
      body: { success: true, ...setHoldersMayShare(actor, input) },
    }),
  });

api('users/me/hold')
  .get({
    auth: 'bearer',
    summary: 'How many minutes new certificates wait before they are issued, for issuers',
    responses: { 200: success({ holdMinutes: holdSettingSchema.shape.holdMinutes }) },
    failures: { 403: NOT_ALLOWED },
    handle: ({ actor }) => ({ body: { success: true, holdMinutes: ownHoldMinutes(actor) } }),
  })
  .put({
    auth: 'bearer',
    summary:
      'Choose how many minutes new certificates wait before they are issued, for issuers. Those that wait already keep their time',
    body: holdSettingSchema,
    example: { holdMinutes: 10 },
    responses: { 200: told('Your waiting time was saved.') },
    failures: { 403: NOT_ALLOWED },
    act: ({ actor, input }) => ({ body: { success: true, ...setHoldMinutes(actor, input) } }),
  });

api('users/me/sessions')
  .get({
    auth: 'bearer',
    summary: 'The logins of the account, newest first, 50 a page',
    query: sessionListSchema,
    since: { list: 'sessions', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('sessions', sessionObject) },
    failures: { 403: NEEDS_LOGIN },
    handle({ actor, query }) {
      const { entries, nextCursor } = listSessions(actor, query.cursor);
      return { body: { success: true, sessions: entries.map(sessionObject.serialize), nextCursor } };
    },
  })
  .delete({
    auth: 'bearer',
    summary: 'End all logins of the account except this one. Named API tokens stay',
    body: proofSchema,
    example: { password: 'blue-heron-over-fen' },
    responses: { 200: told('2 other sessions were ended.') },
    failures: { 403: NEEDS_LOGIN },
    handle: async ({ actor, input }) => endOtherSessions(actor, await input()),
    answer: (ended) => ({ body: { success: true, ...ended } }),
  });

api('users/me/sessions/:sessionId').delete({
  auth: 'bearer',
  summary: 'End a login or revoke an API token of the account',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: told('The session was ended.') },
  failures: { 403: NEEDS_LOGIN, 404: 'Not found.' },
  handle: async ({ actor, params, input }) => endSession(actor, { ...(await input()), ...params }),
  answer: (ended) => ({ body: { success: true, ...ended } }),
});

api('accounts/:userId/sessions').delete({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'End all sessions and API tokens of an account, for super admins',
  body: proofSchema,
  example: { password: 'lantern-orchard-71' },
  responses: { 200: told('2 sessions and tokens of Mara Osei ended.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'End your own sessions in your settings.' },
  handle: async ({ actor, params, input }) => endSessionsOf(actor, params.userId, await input()),
  answer: (ended) => ({ body: { success: true, ...ended } }),
});
