import { z } from 'zod';
import { addAddress, addressLinkSent, addressSchema } from '#app/accounts/add-address.server.ts';
import { addressesOf } from '#app/accounts/addresses.server.ts';
import { addressRemoved, removeAddress } from '#app/accounts/remove-address.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import { resource } from './respond.ts';
import { done, NEEDS_LOGIN, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('users/me/addresses')
  .get({
    auth: 'bearer',
    admits: requireLogin,
    summary: 'The email addresses of the account, whose certificates it lists. The first is its own',
    responses: {
      200: success({ addresses: z.array(z.email().meta({ examples: ['mara@osei.example'] })) }),
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
    async handle({ actor, input, keep }) {
      const toAnswer = (added: { message: string }) => ({ body: { success: true, ...added } });
      return toAnswer(await addAddress(actor, await input(), keep(toAnswer)));
    },
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
