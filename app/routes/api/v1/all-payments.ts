import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { listPayments } from '#app/payments/list-payments.server.ts';
import { paymentListSchema } from '#app/payments/payment.schema.ts';
import { serializeListedPayment } from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { listedPaymentSchema } from './schemas/billing.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('payments/all').get({
  auth: 'bearer',
  scope: 'payments:read',
  admits: requireSuperAdmin,
  summary: 'All payments, for super admins, newest first',
  query: paymentListSchema,
  since: { list: 'payments', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('payments', listedPaymentSchema) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { payments, nextCursor } = listPayments(actor, query);
    return { body: { success: true, payments: payments.map(serializeListedPayment), nextCursor } };
  },
});
