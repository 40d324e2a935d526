import { revocationSchema } from '#app/certificates/certificate.schema.ts';
import { REVOKED, revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { certificateShape } from '#app/routes/api/v1/shapes.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'bearer',
    summary: 'Revoke a certificate, for good',
    body: revocationSchema,
    async handle({ actor, params, json }) {
      const certificate = revokeCertificate(actor, params.uniqueId ?? '', await json());
      return {
        status: 201,
        body: { success: true, message: REVOKED, certificate: certificateShape(certificate) },
      };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
