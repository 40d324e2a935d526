import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { refundSchema } from '#app/payments/payment.schema.ts';
import { REFUND_ORDERED, refundAsSuperAdmin } from '#app/payments/refund-as-super-admin.server.ts';
import { api } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

const resource = api('payments/:paymentId/refund').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Refund a whole payment and revoke the purchase, for super admins. The payer reads the reason',
  body: refundSchema,
  example: { reason: 'Paid by mistake' },
  responses: { 201: done(REFUND_ORDERED) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This payment is already refunded.' },
  handle: async ({ actor, params, input }) => ({
    status: 201,
    body: { success: true, ...(await refundAsSuperAdmin(actor, params.paymentId, await input())) },
  }),
});

export const loader = resource.loader;
export const action = resource.action;
