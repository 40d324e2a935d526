import { z } from 'zod';
import 'zod-openapi';
import { BASES } from '#app/certificates/drawing/design.ts';
import { PAYMENT_STATES } from '#app/payments/payment-state.server.ts';

/* The API's responses. They are strict: a field that is not listed here is not sent. serialize.server.ts makes them. */

const id = z.string().meta({ examples: ['01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'] });
const instant = z.iso.datetime().meta({ description: 'UTC', examples: ['2026-03-01T09:30:00.000Z'] });
const calendarDate = z.iso.date().meta({ description: 'A calendar date' });
const text = (example: string, description?: string) =>
  z.string().meta({ examples: [example], ...(description && { description }) });
const url = (example: string, description: string) => z.url().meta({ examples: [example], description });

const UNIQUE_ID = '7K3M-9QZX-2HVB-4TND';
const FILES = 'https://certrace.example/certificates';
const SIGNED = 'Opens the file without a token, for ten minutes';

export const uniqueIdSchema = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  .meta({ examples: [UNIQUE_ID] });

export const userSchema = z
  .strictObject({
    _id: id,
    name: text('Mara Osei'),
    email: z
      .email()
      .nullable()
      .meta({ description: 'Null for super admins', examples: ['mara@osei.example'] }),
    role: z.enum(['admin', 'corporate', 'individual', 'superadmin']).meta({ examples: ['individual'] }),
    username: text('mara-osei'),
    status: z.enum(['active', 'pending', 'suspended']),
    createdAt: instant,
  })
  .meta({ id: 'User' });

const revocation = z
  .strictObject({ reason: text('Issued to the wrong person'), revokedAt: instant })
  .nullable()
  .meta({ description: 'Null unless the status is revoked', examples: [null] });

const replacedBy = uniqueIdSchema
  .nullable()
  .meta({ description: 'ID of the corrected certificate; a replaced one is revoked', examples: [null] });

const certificateStatus = z.enum(['valid', 'expired', 'revoked']);

export const certificateSchema = z
  .strictObject({
    _id: id,
    uniqueId: uniqueIdSchema,
    studentName: text('Ingrid Sørensen'),
    studentEmail: z.email().meta({ examples: ['ingrid@students.example'] }),
    courseName: text('Distributed Systems'),
    issueDate: calendarDate.meta({ examples: ['2026-02-28'] }),
    expiryDate: calendarDate.nullable().meta({ examples: ['2028-02-28'] }),
    issuedBy: z.strictObject({ _id: id, name: text('Aurora Institute'), username: text('aurora-institute') }),
    designId: id.nullable().meta({ description: "ID of the issuer's design; null for the built-in one" }),
    verified: z.boolean().meta({ description: 'Whether anybody has paid to verify it', examples: [true] }),
    status: certificateStatus,
    revocation,
    replacedBy,
    replaces: uniqueIdSchema
      .nullable()
      .meta({ description: 'ID of the certificate that this one corrects', examples: [null] }),
    renewedBy: uniqueIdSchema.nullable().meta({
      description: 'ID of the certificate that renews this one, which stays valid',
      examples: [null],
    }),
    renews: uniqueIdSchema
      .nullable()
      .meta({ description: 'ID of the certificate that this one renews', examples: [null] }),
    imageLink: text(`/certificates/${UNIQUE_ID}.png`, 'Path of the PNG'),
    pngUrl: url(`${FILES}/${UNIQUE_ID}.png?expires=1772357400&signature=Zk3v`, SIGNED),
    pdfUrl: url(`${FILES}/${UNIQUE_ID}.pdf?expires=1772357400&signature=Zk3v`, SIGNED),
    credentialUrl: url(`${FILES}/${UNIQUE_ID}.json?expires=1772357400&signature=Zk3v`, SIGNED),
    proofUrl: url(`${FILES}/${UNIQUE_ID}.tlog-proof?expires=1772357400&signature=Zk3v`, SIGNED),
    createdAt: instant,
  })
  .meta({ id: 'Certificate' });

export const mailStateSchema = z
  .strictObject({
    status: z.enum(['waiting', 'sent', 'retrying', 'failed']).meta({ examples: ['failed'] }),
    reason: z
      .string()
      .nullable()
      .meta({
        description: "The mail server's answer to an attempt that failed",
        examples: ['550 5.1.1 No such user'],
      }),
    at: instant.meta({ description: 'When it was sent, given up or queued, or is tried next; UTC' }),
  })
  .nullable()
  .meta({ description: 'Null 30 days after the message was sent or given up', examples: [null] });

/** The result of a look-up before payment: nothing about the student. */
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
  })
  .meta({ id: 'FoundCertificate' });

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

const RECEIPT = 'https://certrace.example/verify/receipts/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9/receipt';
const receiptUrls = {
  receiptUrl: url(`${RECEIPT}.json`, 'The signed receipt; wants the token of the payer'),
  receiptProofUrl: url(
    `${RECEIPT}.tlog-proof`,
    'The proof that the receipt is in the log; wants the same token',
  ),
};

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

export const paymentSchema = z
  .strictObject({
    _id: id,
    state: z.enum(PAYMENT_STATES).meta({
      description: 'created and pending payments are open; the others are settled',
      examples: ['paid'],
    }),
    gateway: text('sandbox'),
    for: z.enum(['verification', 'course']),
    courseId: z
      .uuid()
      .nullable()
      .meta({ description: 'The course that it is for, unless it is deleted', examples: [null] }),
    amount: z.number().meta({ description: 'Dollars', examples: [4200] }),
    currency: z.literal('USD'),
    card: z
      .strictObject({
        brand: text('Visa'),
        last4: z
          .string()
          .regex(/^\d{4}$/)
          .meta({ examples: ['4242'] }),
      })
      .nullable()
      .meta({ description: 'Null where the card is typed at the gateway' }),
    receiptUrl: receiptUrls.receiptUrl.nullable(),
    receiptProofUrl: receiptUrls.receiptProofUrl.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Payment' });

/** What a file turned out to be, check by check. */
export const authenticationFields = {
  verdict: z
    .enum(['genuine', 'altered', 'unknown-issuer', 'revoked', 'expired', 'not-in-log', 'unreadable'])
    .meta({ examples: ['genuine'] }),
  checks: z.array(
    z.strictObject({
      id: z.enum(['file', 'signature', 'issuer', 'log', 'revocation', 'expiry']),
      passed: z.boolean().nullable().meta({ description: 'Null when the check could not be made' }),
      message: text('It is not revoked.'),
    }),
  ),
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
    .meta({ description: 'What the file says, where it is a certificate' }),
};

export const lessonSchema = z
  .strictObject({
    _id: id,
    title: text('Clocks and order'),
    duration: text('15:30', 'As its author wrote it'),
    type: z.literal('video'),
    videoUrl: text(
      'https://certrace.example/videos/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9.mp4?expires=1772357400&signature=Zk3v',
      'With a token a signed absolute URL, without one a path that wants a login; null while the course has to be bought first',
    ).nullable(),
  })
  .meta({ id: 'Lesson' });

export const moduleSchema = z
  .strictObject({
    _id: id,
    title: text('Module 1: Time'),
    lessonCount: z
      .int()
      .min(0)
      .meta({ examples: [1] }),
    lessons: z.array(lessonSchema),
  })
  .meta({ id: 'Module' });

export const courseSchema = z
  .strictObject({
    _id: id,
    id,
    title: text('Distributed Systems'),
    description: text('Clocks, consensus and failure, with exercises.'),
    thumbnail: text('/thumbnails/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9-960.webp', 'Path'),
    category: z
      .string()
      .nullable()
      .meta({ examples: ['Backend'] }),
    price: z
      .number()
      .nullable()
      .meta({ description: 'Dollars', examples: [49] }),
    firstLessonFree: z
      .boolean()
      .meta({ description: 'Whether the first lesson may be watched without buying' }),
    rating: z
      .number()
      .min(0)
      .max(5)
      .meta({ description: '0 while there is none', examples: [4.8] }),
    reviewCount: z
      .int()
      .min(0)
      .meta({ examples: [12] }),
    studentsEnrolled: z
      .int()
      .min(0)
      .meta({ examples: [240] }),
    createdBy: z.strictObject({ _id: id, username: text('aurora-institute') }),
    modules: z.array(moduleSchema),
    createdAt: instant,
    updatedAt: instant,
    __v: z
      .int()
      .min(0)
      .meta({ description: 'Counts the changes', examples: [3] }),
    unpublication: z
      .strictObject({ reason: text('The videos belong to another school'), unpublishedAt: instant })
      .optional()
      .meta({ description: 'Present while a super admin keeps the course out of the catalogue' }),
  })
  .meta({ id: 'Course' });

export const errorSchema = z
  .strictObject({
    success: z.literal(false),
    message: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: 'What is wrong, by field' }),
  })
  .meta({ id: 'Error' });

export const duplicateSchema = z
  .strictObject({
    ...errorSchema.shape,
    code: z.literal('duplicate').optional(),
    duplicateOf: uniqueIdSchema.optional().meta({ description: 'ID of the valid certificate' }),
  })
  .meta({ id: 'DuplicateError' });

const rowErrors = z.record(z.string(), z.array(z.string())).meta({ description: 'What is wrong, by field' });
const rowLine = z.int().meta({
  description: 'The physical line of a CSV, whose header is 1; the place in the JSON, from 1',
  examples: [2],
});

export const batchErrorSchema = z
  .strictObject({
    ...errorSchema.shape,
    rows: z
      .array(z.strictObject({ line: rowLine, errors: rowErrors }))
      .optional()
      .meta({ description: 'The rows that cannot be issued' }),
  })
  .meta({ id: 'BatchError' });

export const batchSummarySchema = z
  .strictObject({
    _id: id,
    fileName: z
      .string()
      .nullable()
      .meta({ description: 'Null unless a file was uploaded', examples: [null] }),
    status: z.enum(['checking', 'ready', 'issuing', 'done', 'cancelled']),
    total: z.int().meta({ description: 'Rows', examples: [1_000] }),
    issued: z.int().meta({ examples: [250] }),
    failed: z.int().meta({ description: 'Rows that cannot be issued', examples: [0] }),
    designId: id.nullable().meta({
      description: "As the call named it, 'standard' for the built-in one; null where the defaults count",
    }),
    createdAt: instant,
    startedAt: instant.nullable(),
    endedAt: instant.nullable().meta({ description: 'When it was done or cancelled' }),
  })
  .meta({ id: 'Batch' });

export const designSummarySchema = z
  .strictObject({
    _id: id,
    name: text('Graduation'),
    base: z.enum(BASES).meta({ description: 'The layout', examples: ['heritage'] }),
    version: z.int().meta({ description: 'Number of the newest version', examples: [3] }),
    expiresAfter: z
      .string()
      .nullable()
      .meta({ description: 'How long certificates in it are valid by default', examples: ['P2Y'] }),
    isDefault: z.boolean().meta({ description: "Whether it is the issuer's default", examples: [true] }),
    defaultCourses: z.int().meta({ description: 'Courses that it is the default of', examples: [0] }),
    createdAt: instant,
  })
  .meta({ id: 'Design' });

export const batchWithRowsSchema = z
  .strictObject({
    ...batchSummarySchema.shape,
    rows: z.array(
      z.strictObject({
        line: rowLine,
        status: z.enum(['ready', 'issued', 'failed', 'cancelled']),
        uniqueId: uniqueIdSchema.optional(),
        errors: rowErrors.optional(),
      }),
    ),
  })
  .meta({ id: 'BatchWithRows' });

export const lessonErrorSchema = z
  .strictObject({ ...errorSchema.shape, error: z.string().meta({ description: 'The message once more' }) })
  .meta({ id: 'LessonError' });

/** `{success: true, …}` */
export const success = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ success: z.literal(true), ...fields });

/** `{success: true, message}` with exactly this message. */
export const done = (message: string) => success({ message: z.literal(message) });

/** One page of a list. */
export const listOf = <Name extends string>(name: Name, item: z.ZodType) =>
  success({
    [name]: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({
        description:
          'The cursor of the next page; null on the last. Together with filters a page may have fewer entries than the limit',
        examples: ['czQy'],
      }),
  });

export const bearerToken = text('Zk3v…', 'Goes into the Authorization header of later calls');

/** Of every call that is counted. */
export const TOO_MANY = 'Too many attempts. Please try again later.';
/** The 403 for other roles and for pending or suspended issuers. */
export const NOT_ALLOWED = 'You are not allowed to do this.';

/** The errors of every call that uploads a file. */
export const NO_STORAGE = 'There is no space left for uploads. Please try again later.';
export const STORAGE_DOWN = 'The storage of files does not respond. Please try again in a moment.';
