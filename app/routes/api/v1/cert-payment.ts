import { certificateShape, paymentShape } from '#app/routes/api/v1/shapes.server.ts';
import { PAID, payVerification } from '#app/verification/pay-verification.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'bearer',
    summary: 'Pay for the verification of a certificate',
    async handle({ actor, json, request }) {
      const { certificate, payment } = await payVerification(
        actor,
        await json(),
        request.headers.get('Idempotency-Key'),
      );
      return {
        body: {
          success: true,
          message: PAID,
          cert: certificateShape(certificate),
          payment: paymentShape(payment),
        },
      };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
