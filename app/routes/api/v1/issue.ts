import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { ISSUED, issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { certificateShape } from '#app/routes/api/v1/shapes.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'bearer',
    summary: 'Issue a certificate',
    body: issueSchema,
    async handle({ actor, json, request }) {
      const certificate = issueCertificate(actor, await json(), request.headers.get('Idempotency-Key'));
      return {
        status: 201,
        body: { success: true, message: ISSUED, certificate: certificateShape(certificate) },
      };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
