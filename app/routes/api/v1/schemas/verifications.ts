import { z } from 'zod';
import 'zod-openapi';
import { certificateSchema, certificateStatus, replacedBy, revocation } from './certificates.ts';
import { calendarDate, id, instant, text, uniqueIdSchema } from './fields.ts';
import { receiptUrls } from './payments.ts';
import { errorSchema, success } from './responses.ts';

/** The result of a look-up before payment, without data of the student. */
export const foundCertificateSchema = z
  .strictObject({
    uniqueId: uniqueIdSchema,
    courseName: text('Distributed Systems'),
    issuedBy: z.strictObject({ name: text('Aurora Institute') }),
    issueDate: calendarDate.meta({ examples: ['2026-02-28'] }),
    status: certificateStatus,
    revocation,
    replacedBy,
    renewedBy: uniqueIdSchema
      .nullable()
      .meta({ description: 'ID of the renewal of an expired certificate', examples: [null] }),
    paid: z.boolean().meta({ description: 'Whether the caller has paid for it', examples: [false] }),
    shareUrl: z
      .url()
      .nullable()
      .meta({ description: 'The page on which the holder shares it', examples: [null] }),
  })
  .meta({ id: 'FoundCertificate' });

/** A look-up that waits for the holder's consent. */
export const waitingSchema = success({
  message: text('Waiting for the holder’s consent'),
  consent: z.literal('pending'),
  status: certificateStatus,
}).meta({ id: 'WaitingForConsent' });

/** A look-up or a payment without the holder's consent. */
export const consentErrorSchema = z
  .strictObject({
    ...errorSchema.shape,
    message: text('The holder declined this look-up.'),
    consent: z.enum(['pending', 'declined', 'lapsed', 'closed']).optional(),
    status: certificateStatus.optional(),
  })
  .meta({ id: 'ConsentError' });

const verificationFields = {
  verified: z.boolean().meta({ description: 'Whether this verification is paid', examples: [true] }),
  verifiedBy: z.strictObject({
    _id: id,
    name: text('Mara Osei'),
    email: z
      .email()
      .nullable()
      .meta({ examples: ['mara@osei.example'] }),
  }),
  amount: z
    .number()
    .nullable()
    .meta({ description: 'Dollars; null while unpaid', examples: [4200] }),
  currency: z
    .literal('USD')
    .nullable()
    .meta({ examples: ['USD'] }),
  verifiedAt: instant.nullable().meta({ description: 'UTC; null while unpaid' }),
  lookedUpAt: instant,
};

export const verifiedCertificateSchema = z
  .strictObject({ ...certificateSchema.shape, ...verificationFields })
  .meta({ id: 'VerifiedCertificate' });

export const ownVerificationSchema = z
  .union([
    z.strictObject({ ...verifiedCertificateSchema.shape, ...receiptUrls }).meta({ id: 'PaidVerification' }),
    z
      .strictObject({
        ...foundCertificateSchema.shape,
        ...verificationFields,
        receiptUrl: z.null(),
        receiptProofUrl: z.null(),
      })
      .meta({ id: 'UnpaidVerification' }),
  ])
  .meta({ id: 'OwnVerification' });

/** The result of checking a file, with each check. */
export const authenticationFields = {
  verdict: z
    .enum([
      'genuine',
      'altered',
      'unknown-issuer',
      'revoked',
      'not-yet-valid',
      'expired',
      'not-in-log',
      'unknown',
      'unreadable',
    ])
    .meta({
      description: 'Unknown when a check that counts could not be made: this is not a yes',
      examples: ['genuine'],
    }),
  checks: z.array(
    z.strictObject({
      id: z.enum(['file', 'signature', 'issuer', 'log', 'revocation', 'start', 'expiry']),
      passed: z.boolean().nullable().meta({ description: 'Null when the check could not be made' }),
      message: text('It is not revoked. Status list made 2026-03-01 14:05 UTC.'),
    }),
  ),
  reason: z
    .string()
    .optional()
    .meta({
      description: 'With the verdict unknown: what could not be checked',
      examples: ['We could not check the revocation, so this is not a yes.'],
    }),
  issuer: z
    .strictObject({
      did: text('did:web:certs.example.org:issuers:0f8b'),
      domain: z
        .string()
        .nullable()
        .meta({ examples: ['certs.example.org'] }),
    })
    .optional()
    .meta({ description: 'The DID that the file names as its issuer. The domain is that of a did:web' }),
  certificate: z
    .strictObject({
      studentName: text('Ingrid Sørensen'),
      courseName: text('Distributed Systems'),
      issuer: text('Aurora Institute'),
      issueDate: text('2026-02-28'),
      expiryDate: z
        .string()
        .nullable()
        .meta({ examples: ['2028-02-28'] }),
    })
    .optional()
    .meta({ description: 'The content of the file, if it is a certificate' }),
};
