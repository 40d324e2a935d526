import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { paymentDetails } from '#app/payments/payment-details.server.ts';
import { serializePaymentDetails } from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { paymentDetailsSchema } from './schemas/billing.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('payments/:paymentId').get({
  auth: 'bearer',
  scope: 'payments:read',
  admits: requireSuperAdmin,
  summary: 'A payment with its history, for super admins',
  responses: { 200: success({ payment: paymentDetailsSchema }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  handle: ({ actor, params }) => ({
    body: { success: true, payment: serializePaymentDetails(paymentDetails(actor, params.paymentId)) },
  }),
});
