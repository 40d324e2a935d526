import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { issueCertificate, issuedTexts } from '#app/certificates/issue-certificate.server.ts';
import { serializeCertificate } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { certificateSchema, duplicateSchema } from './schemas/certificates.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

const OVER_QUOTA = 'You have issued 20,000 certificates today, which is your daily quota.';

api('certs/issue').post({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary: 'Issue a certificate',
  body: issueSchema,
  example: {
    studentEmail: 'ingrid@students.example',
    studentName: 'Ingrid Sørensen',
    courseName: 'Distributed Systems',
    issueDate: '2026-02-28',
    expiryDate: '2028-02-28',
  },
  responses: { 201: success({ message: z.literal(issuedTexts()), certificate: certificateSchema }) },
  failures: {
    403: NOT_ALLOWED,
    409: 'Ingrid Sørensen already has a valid certificate for this course: 7K3M-9QZX-2HVB-4TND.',
    429: OVER_QUOTA,
  },
  failureSchemas: { 409: duplicateSchema },
  async handle({ actor, input, keep }) {
    const toAnswer = (certificate: Certificate) => ({
      status: 201,
      body: { success: true, message: issuedTexts(), certificate: serializeCertificate(certificate) },
    });
    return toAnswer(await issueCertificate(actor, await input(), null, keep(toAnswer)));
  },
});
