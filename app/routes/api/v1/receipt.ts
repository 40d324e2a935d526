import { receiptOf } from '#app/payments/receipt.server.ts';
import { serializeReceipt } from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { receiptSchema } from './schemas/billing.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('payments/:paymentId/receipt').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The receipt of a payment, for its payer and super admins',
  responses: { 200: success({ receipt: receiptSchema }) },
  failures: { 404: 'Not found.' },
  handle: ({ actor, params }) => ({
    body: { success: true, receipt: serializeReceipt(receiptOf(actor, params.paymentId)) },
  }),
});
