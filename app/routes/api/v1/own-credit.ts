import { ownCredit } from '#app/payments/credit/list-credit.server.ts';
import { serializeCredit } from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { creditAccountSchema } from './schemas/billing.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('credit/mine').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The credit of the account; null without an agreement',
  responses: { 200: success({ credit: creditAccountSchema.nullable() }) },
  handle({ actor }) {
    const credit = ownCredit(actor);
    return { body: { success: true, credit: credit && serializeCredit(credit) } };
  },
});
