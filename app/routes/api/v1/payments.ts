import { listOwnPayments, ownPaymentsSchema } from '#app/payments/list-own-payments.server.ts';
import { serializePayment } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { paymentSchema } from './schemas/payments.ts';
import { listOf } from './schemas/responses.ts';

export const api = resource();

api('payments').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The caller’s own payments, newest first',
  query: ownPaymentsSchema,
  since: { list: 'payments', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('payments', paymentSchema) },
  handle({ actor, query }) {
    const { payments, nextCursor } = listOwnPayments(actor, query);
    return { body: { success: true, payments: payments.map(serializePayment), nextCursor } };
  },
});
