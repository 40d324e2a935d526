import { z } from 'zod';
import { issuersWho, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { paidTexts } from '#app/payments/pay.server.ts';
import { readCard } from '#app/routes/payments/payment-form.server.ts';
import { checkPostedFile } from '#app/routes/pieces/check-posted-file.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { authenticateFile } from '#app/verification/authentication/authenticate-file.server.ts';
import { askAgain, consentDeclined, consentPending } from '#app/verification/consent/consent.server.ts';
import type { VerificationPage, VerifiedCertificate } from '#app/verification/list-verifications.server.ts';
import {
  listAllVerified,
  listOwnVerifications,
  listVerifiedOfIssuer,
} from '#app/verification/list-verifications.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import {
  noUniqueId,
  payVerification,
  payVerificationSchema,
  startPaymentSchema,
} from '#app/verification/pay-verification.server.ts';
import {
  certificateFound,
  fileTooLarge,
  invalidCertificate,
  MOST_FILE_FORM,
} from '#app/verification/texts.ts';
import {
  lookUpSchema,
  lookUpWithPurposeSchema,
  verificationListSchema,
} from '#app/verification/verification.schema.ts';
import { EXAMPLE_CARD, paymentFailures, startedBody, startedSchema } from './paying.ts';
import { resource } from './respond.ts';
import { certificateObject } from './schemas/certificates.ts';
import { paymentObject } from './schemas/payments.ts';
import { listOf, NOT_ALLOWED, success, TOO_MANY, told } from './schemas/responses.ts';
import {
  authenticationFields,
  consentErrorSchema,
  foundCertificateObject,
  ownVerificationObject,
  verifiedCertificateObject,
  waitingSchema,
} from './schemas/verifications.ts';

export const api = resource();

api('cert/verify').post({
  auth: 'bearer',
  scope: 'verifications:pay',
  summary: 'Look a certificate up by its ID',
  body: lookUpWithPurposeSchema,
  example: { uniqueId: '7K3M-9QZX-2HVB-4TND' },
  responses: {
    200: success({ message: z.literal(certificateFound()), cert: foundCertificateObject }),
    202: waitingSchema,
  },
  failures: { 403: consentDeclined(), 404: invalidCertificate(), 429: TOO_MANY },
  failureSchemas: { 403: consentErrorSchema },
  handle: async ({ actor, input }) => lookUpCertificate(actor, await input()),
  answer: (answer) =>
    answer.consent === 'pending'
      ? { status: 202, body: { success: true, message: consentPending(), ...answer } }
      : {
          body: {
            success: true,
            message: certificateFound(),
            cert: foundCertificateObject.serialize(answer.found),
          },
        },
});

api('cert/verify/consent').post({
  auth: 'bearer',
  scope: 'verifications:pay',
  summary: 'Ask a holder again for the consent to a look-up that was not answered within 14 days',
  body: lookUpSchema,
  example: { uniqueId: '7K3M-9QZX-2HVB-4TND' },
  responses: { 202: told('Waiting for the holder’s consent') },
  failures: {
    403: consentDeclined(),
    404: invalidCertificate(),
    409: 'You can look this certificate up now.',
    429: TOO_MANY,
  },
  failureSchemas: { 403: consentErrorSchema },
  handle: async ({ actor, input }) => askAgain(actor, await input()),
  answer: (asked) => ({ status: 202, body: { success: true, ...asked } }),
});

api('cert/verify/payment').post({
  auth: 'bearer',
  scope: 'verifications:pay',
  summary: 'Pay for the verification of a certificate',
  // Without card fields if the gateway asks for the card on its own page.
  body: z.union([payVerificationSchema(0), startPaymentSchema]),
  example: {
    uniqueId: '7K3M-9QZX-2HVB-4TND',
    ...EXAMPLE_CARD,
  },
  hasOwnKey: true,
  responses: {
    200: z.union([
      success({ message: z.literal(paidTexts()), cert: certificateObject, payment: paymentObject }),
      startedSchema,
    ]),
  },
  failures: { 403: consentDeclined(), ...paymentFailures(invalidCertificate()) },
  failureSchemas: { 403: consentErrorSchema },
  async handle({ actor, json, request }) {
    const fields = await json();
    const input = parseInput(startPaymentSchema, fields, noUniqueId());
    const key = request.headers.get('Idempotency-Key');
    const result = await payVerification(actor, input, readCard(fields), key);
    if (result.kind === 'started') return { body: startedBody(result), isInterim: true };
    const cert = certificateObject.serialize(result.certificate);
    return {
      body: { success: true, message: paidTexts(), cert, payment: paymentObject.serialize(result.payment) },
    };
  },
});

api('verifications').get({
  auth: 'bearer',
  scope: 'verifications:read',
  summary: 'The caller’s own verifications, newest first',
  query: verificationListSchema,
  since: { list: 'verifications', at: 'lookedUpAt', inOrder: true },
  responses: { 200: listOf('verifications', ownVerificationObject) },
  handle({ actor, query }) {
    const { verifications, nextCursor } = listOwnVerifications(actor, query);
    return {
      body: { success: true, verifications: verifications.map(ownVerificationObject.serialize), nextCursor },
    };
  },
});

const pageOfVerified = ({ verifications, nextCursor }: VerificationPage<VerifiedCertificate>) => ({
  body: { success: true, certificates: verifications.map(verifiedCertificateObject.serialize), nextCursor },
});

api('certificates/my-verified').get({
  auth: 'bearer',
  scope: 'verifications:read',
  admits: issuersWho('read'),
  summary: 'Verifications of the issuer’s certificates, newest first',
  query: verificationListSchema,
  since: { list: 'certificates', at: 'lookedUpAt', inOrder: true },
  responses: { 200: listOf('certificates', verifiedCertificateObject) },
  failures: { 403: NOT_ALLOWED },
  handle: ({ actor, query }) => pageOfVerified(listVerifiedOfIssuer(actor, query)),
});

api('certificates/all-verified').get({
  auth: 'bearer',
  scope: 'verifications:read',
  admits: requireSuperAdmin,
  summary: 'All verifications, newest first, for super admins',
  query: verificationListSchema,
  since: { list: 'certificates', at: 'lookedUpAt', inOrder: true },
  responses: { 200: listOf('certificates', verifiedCertificateObject) },
  failures: { 403: NOT_ALLOWED },
  handle: ({ actor, query }) => pageOfVerified(listAllVerified(actor, query)),
});

api('authenticate').post({
  auth: 'none',
  summary: 'Check whether a file is a genuine certificate: multipart with file. The file is not stored',
  body: z.object({}),
  example: {},
  files: {
    file: 'The PDF, PNG or JSON of a certificate, the SVG of a badge, or the JSON of a receipt, at most 10 MB',
  },
  upload: { bytes: MOST_FILE_FORM, tooLarge: fileTooLarge },
  responses: { 200: success(authenticationFields) },
  failures: { 429: TOO_MANY, 503: 'The file could not be checked at the moment. Please try again.' },
  async handle({ actor, upload }) {
    return {
      body: {
        success: true,
        ...(await checkPostedFile(actor, upload, authenticateFile)),
      },
    };
  },
});
