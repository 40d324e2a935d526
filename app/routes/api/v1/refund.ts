import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { refundSchema } from '#app/payments/payment.schema.ts';
import { refundAsSuperAdmin, refundOrdered } from '#app/payments/refund-as-super-admin.server.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('payments/:paymentId/refund').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Refund a whole payment and revoke the purchase, for super admins. The payer reads the reason',
  body: refundSchema,
  example: { reason: 'Paid by mistake' },
  responses: { 201: done(refundOrdered()) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This payment is already refunded.' },
  async handle({ actor, params, input, keep }) {
    const toAnswer = (refunded: { message: string }) => ({
      status: 201,
      body: { success: true, ...refunded },
    });
    return toAnswer(await refundAsSuperAdmin(actor, params.paymentId, await input(), keep(toAnswer)));
  },
});
