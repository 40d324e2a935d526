import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { replaceCertificate, replaced } from '#app/certificates/replace-certificate.server.ts';
import { serializeCertificate } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { certificateSchema, duplicateSchema } from './schemas/certificates.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('certificates/:uniqueId/replacement').post({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary: 'Issue a corrected certificate in place of one of the issuer’s',
  body: issueSchema,
  example: {
    studentEmail: 'ingrid@students.example',
    studentName: 'Ingrid Sørensen',
    courseName: 'Distributed Systems',
    issueDate: '2026-02-28',
    expiresAfter: 'P2Y',
  },
  responses: { 201: success({ message: z.literal(replaced()), certificate: certificateSchema }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This certificate is already revoked.' },
  failureSchemas: { 409: duplicateSchema },
  async handle({ actor, params, input, keep }) {
    const toAnswer = (certificate: Certificate) => ({
      status: 201,
      body: { success: true, message: replaced(), certificate: serializeCertificate(certificate) },
    });
    const { uniqueId } = params;
    return toAnswer(await replaceCertificate(actor, uniqueId, await input(), null, keep(toAnswer)));
  },
});
