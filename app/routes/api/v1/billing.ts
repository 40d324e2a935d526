import { billingDetails, setBillingDetails } from '#app/accounts/billing-details.server.ts';
import { billingSchema } from '#app/accounts/settings.schema.ts';
import { resource } from './respond.ts';
import { NEEDS_LOGIN, success, told } from './schemas/responses.ts';
import { billingDetailsSchema } from './schemas/settings.ts';

export const api = resource();

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
