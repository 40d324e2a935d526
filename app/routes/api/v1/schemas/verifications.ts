import { z } from 'zod';
import 'zod-openapi';
import {
  _id,
  calendarDate,
  column,
  instant,
  member,
  money,
  object,
  optionalEmail,
  part,
  text,
  uniqueIdSchema,
} from '#app/routes/api/v1/object.ts';
import type {
  OwnVerification,
  Verification,
  VerifiedCertificate,
} from '#app/verification/list-verifications.server.ts';
import {
  certificateObject,
  certificateStatus,
  ownFieldsMember,
  replacedBy,
  revocation,
  withFiles,
} from './certificates.ts';
import { NO_RECEIPT, receiptUrls, receiptUrlsOf } from './payments.ts';
import { errorSchema, success } from './responses.ts';

/** The result of a look-up before payment, without data of the student. */
export const foundCertificateObject = object('FoundCertificate', {
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
});

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
  verifiedBy: column(
    'verifier',
    part({ _id, name: text('Mara Osei'), email: optionalEmail('mara@osei.example') }),
  ),
  amount: column(
    'amountMinor',
    money.nullable().meta({ description: 'Dollars; null while unpaid', examples: [4200] }),
  ),
  currency: z
    .literal('USD')
    .nullable()
    .meta({ examples: ['USD'] }),
  verifiedAt: column('paidAt', instant.nullable().meta({ description: 'UTC; null while unpaid' })),
  lookedUpAt: instant,
};

const verificationRow = ({ verifier, payment, lookedUpAt }: Verification) => ({
  verified: payment !== null,
  ...{ verifier, lookedUpAt },
  amountMinor: payment?.amountMinor ?? null,
  currency: payment?.currency ?? null,
  paidAt: payment?.paidAt ?? null,
});

const verifiedRow = (verification: VerifiedCertificate) => ({
  ...withFiles(verification.certificate),
  ...verificationRow(verification),
});

const verifiedFields = { ...certificateObject.members, ...verificationFields };

/** For the issuer and super admins. */
export const verifiedCertificateObject = object('VerifiedCertificate', verifiedFields).from(verifiedRow);

const paidObject = object('PaidVerification', { ...verifiedFields, ...receiptUrls }).from(
  (verification: Extract<OwnVerification, { lookedUp: null }>) => ({
    ...verifiedRow(verification),
    ...receiptUrlsOf(verification.payment.id),
  }),
);

const unpaidObject = object('UnpaidVerification', {
  ...foundCertificateObject.members,
  ...verificationFields,
  receiptUrl: z.null(),
  receiptProofUrl: z.null(),
}).from((verification: Extract<OwnVerification, { certificate: null }>) => ({
  ...verification.lookedUp,
  ...verificationRow(verification),
  ...NO_RECEIPT,
}));

/** For its verifier: before payment, only the fields of the look-up. */
export const ownVerificationObject = member(
  z.union([paidObject.schema, unpaidObject.schema]).meta({ id: 'OwnVerification' }),
  (verification: OwnVerification) =>
    verification.certificate ? paidObject.serialize(verification) : unpaidObject.serialize(verification),
);

const achievement = { studentName: text('Ingrid Sørensen'), courseName: text('Distributed Systems') };

/** The result of checking a file, with each check. */
export const authenticationFields = {
  verdict: z
    .enum([
      'genuine',
      'altered',
      'unknown-issuer',
      'revoked',
      'suspended',
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
      id: z.enum(['file', 'signature', 'issuer', 'log', 'revocation', 'suspension', 'start', 'expiry']),
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
      ...achievement,
      achievements: z.array(z.strictObject(achievement)).optional().meta({
        description: 'All, if there are several: studentName and courseName are those of the first',
      }),
      issuer: text('Aurora Institute'),
      issueDate: text('2026-02-28'),
      expiryDate: z
        .string()
        .nullable()
        .meta({ examples: ['2028-02-28'] }),
      fields: ownFieldsMember.schema.optional(),
    })
    .optional()
    .meta({ description: 'The content of the file, if it is a certificate' }),
};
