import { CERTIFICATE_FOUND, lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { lookUpSchema } from '#app/verification/verification.schema.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'bearer',
    summary: 'Look a certificate up by its ID',
    body: lookUpSchema,
    async handle({ actor, json }) {
      const cert = await lookUpCertificate(actor, await json());
      return { body: { success: true, message: CERTIFICATE_FOUND, cert } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
