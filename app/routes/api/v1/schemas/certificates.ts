import { z } from 'zod';
import 'zod-openapi';
import { SCHEDULED } from '#app/certificates/certificate-list.schema.ts';
import { FIELDS, type FieldName, mapContent } from '#app/certificates/fields.ts';
import type { FrozenField } from '#app/certificates/own-fields.ts';
import type { ListedCertificate } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { certificateFiles } from '#app/certificates/signed-urls.server.ts';
import {
  _id,
  anyEmail,
  calendarDate,
  column,
  id,
  instant,
  member,
  object,
  optionalText,
  part,
  text,
  UNIQUE_ID,
  uniqueIdSchema,
  url,
} from '#app/routes/api/v1/object.ts';
import { errorSchema } from './responses.ts';

const FILES = 'https://certrace.example/certificates';

const SIGNED = 'Opens the file without a token, for ten minutes';

export const revocation = part({ reason: text('Issued to the wrong person'), revokedAt: instant })
  .nullable()
  .meta({ description: 'Null unless the status is revoked', examples: [null] });

export const replacedBy = uniqueIdSchema.nullable().meta({
  description: 'ID of the corrected certificate; a replaced certificate is revoked',
  examples: [null],
});

export const certificateStatus = z.enum(['valid', 'not-yet-valid', 'expired', 'revoked', 'erased']).meta({
  description:
    'Not yet valid while its issue date has begun nowhere on earth; erased when name and address of its holder are gone',
});

const KINDS = {
  line: (example: string) => text(example),
  email: (example: string) =>
    z
      .union([anyEmail, z.literal('')])
      .meta({ description: 'Empty once the holder was erased', examples: [example] }),
  date: (example: string) => calendarDate.meta({ examples: [example] }),
  'optional date': (example: string) => calendarDate.nullable().meta({ examples: [example] }),
};

export const contentSchemas = mapContent((name) => KINDS[FIELDS[name].kind](FIELDS[name].example)) as {
  [Name in FieldName]: ReturnType<(typeof KINDS)[(typeof FIELDS)[Name]['kind']]>;
};

/** That of an issuer's certificate. */
const ownStatus = z.enum([...certificateStatus.options, SCHEDULED]).meta({
  description:
    'Not yet valid while its issue date has begun nowhere on earth; erased when name and address of its holder are gone; scheduled while it waits to be issued, so that only its issuer finds it and its files answer 404',
});

/** Adds the URLs that open a certificate's files for ten minutes. */
export const withFiles = (certificate: ListedCertificate) => ({
  scheduledFor: null,
  notIssued: null,
  ...certificate,
  ...certificateFiles(certificate.uniqueId),
});

/** Values of own fields by key. Callers pass only those that their reader sees. */
export const ownFieldsMember = member(
  z
    .record(
      z.string(),
      z.strictObject({ name: text('Hours'), value: z.union([z.string(), z.number(), z.boolean()]) }),
    )
    .meta({
      description: "Values of the issuer's own fields that the reader may see, by key",
      examples: [{ hours: { name: 'Hours', value: 12.5 } }],
    }),
  (frozen: readonly Pick<FrozenField, 'key' | 'name' | 'value'>[]) =>
    Object.fromEntries(frozen.map(({ key, name, value }) => [key, { name, value }])),
);

export const certificateObject = object('Certificate', {
  _id,
  uniqueId: uniqueIdSchema,
  ...contentSchemas,
  issuedBy: column(
    'issuer',
    part({ _id, name: text('Aurora Institute'), username: text('aurora-institute') }),
  ),
  designId: id.nullable().meta({ description: "ID of the issuer's design; null for the built-in one" }),
  fields: ownFieldsMember,
  verified: z.boolean().meta({ description: 'Whether anybody has paid to verify it', examples: [true] }),
  status: ownStatus,
  scheduledFor: instant
    .nullable()
    .meta({ description: 'When it is issued, UTC. Null unless the status is scheduled', examples: [null] }),
  notIssued: optionalText(null, 'Why a scheduled one was not issued when its time came'),
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
}).from(withFiles);

export const mailStateObject = part({
  status: z
    .enum(['waiting', 'mailbox', 'sent', 'retrying', 'failed'])
    .meta({ description: "'mailbox' only on a test site without mail server", examples: ['failed'] }),
  reason: optionalText('550 5.1.1 No such user', "The mail server's reply to a failed attempt"),
  at: instant.meta({ description: 'When it was sent, abandoned or queued, or will be retried; UTC' }),
})
  .nullable()
  .meta({ description: 'Null 30 days after the message was sent or abandoned', examples: [null] });

export const skippedSchema = z
  .array(
    z.strictObject({
      uniqueId: uniqueIdSchema,
      reason: text(`${UNIQUE_ID} is already revoked.`, 'Why nothing was done'),
    }),
  )
  .meta({ description: 'The certificates to which nothing was done' });

/** The error of a call that skipped all of its certificates. */
export const allSkippedSchema = z
  .strictObject({ ...errorSchema.shape, skipped: skippedSchema.optional() })
  .meta({ id: 'SkippedError' });

export const duplicateSchema = z
  .strictObject({
    ...errorSchema.shape,
    duplicateOf: uniqueIdSchema.optional().meta({ description: 'ID of the valid certificate' }),
    isScheduled: z.literal(true).optional().meta({ description: 'If that one waits to be issued' }),
  })
  .meta({ id: 'DuplicateError' });
