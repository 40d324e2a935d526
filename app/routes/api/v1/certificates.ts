import { z } from 'zod';
import { issuersWho, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { changeScheduledSchema, heldIssueSchema } from '#app/certificates/certificate.schema.ts';
import {
  allCertificateListSchema,
  heldListSchema,
  ownCertificateListSchema,
} from '#app/certificates/certificate-list.schema.ts';
import {
  certificateMail,
  sendCertificateMail,
  sentAgain,
  sentAgainTexts,
} from '#app/certificates/certificate-mail.server.ts';
import { draftCertificate } from '#app/certificates/draft-certificate.server.ts';
import { EXAMPLE } from '#app/certificates/fields.ts';
import { listHeldCertificates } from '#app/certificates/held-certificates.server.ts';
import { issuedTexts } from '#app/certificates/issue-certificate.server.ts';
import { listAllCertificates, listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { requireManager } from '#app/certificates/managed-certificate.server.ts';
import {
  changedTexts,
  changeScheduled,
  withdrawnTexts,
  withdrawScheduled,
} from '#app/certificates/scheduled/change-scheduled.server.ts';
import { issueOrSchedule, scheduledTexts } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { isScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { holderOf } from '#app/holders/holder-sessions.server.ts';
import { eraseHolder, eraseHolderSchema } from '#app/privacy/erasure/erase-holder.server.ts';
import { sendPicture } from '#app/routes/pieces/pictures.server.ts';
import { resource } from './respond.ts';
import { certificateObject, duplicateSchema, mailStateObject } from './schemas/certificates.ts';
import { listOf, NOT_ALLOWED, success, TOO_MANY, told } from './schemas/responses.ts';

export const api = resource();

const OVER_QUOTA = 'You have issued 20,000 certificates today, which is your daily quota.';

api('certs/issue').post({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary: 'Issue a certificate, or schedule it if it is to wait',
  body: heldIssueSchema,
  example: EXAMPLE,
  responses: {
    201: success({ message: z.enum([issuedTexts(), scheduledTexts()]), certificate: certificateObject }),
  },
  failures: {
    403: NOT_ALLOWED,
    409: 'Ingrid Sørensen already has a valid certificate for this course: 7K3M-9QZX-2HVB-4TND.',
    429: OVER_QUOTA,
  },
  failureSchemas: { 409: duplicateSchema },
  handle: async ({ actor, input }) => issueOrSchedule(actor, await input(), null),
  answer: (certificate) => ({
    status: 201,
    body: {
      success: true,
      message: isScheduled(certificate) ? scheduledTexts() : issuedTexts(),
      certificate: certificateObject.serialize(certificate),
    },
  }),
});

api('certs/preview').post({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary:
    'Draw what certs/issue would issue, marked as a draft, without ID and credential. Nothing is issued',
  body: heldIssueSchema,
  example: EXAMPLE,
  file: 'The draft, as PNG',
  failures: {
    403: NOT_ALLOWED,
    422: 'Statement of the design has 950 characters for this certificate, but at most 900 can be drawn.',
    429: TOO_MANY,
    503: 'The server is busy. Please try again in a moment.',
  },
  handle: async ({ actor, input }) => sendPicture((await draftCertificate(actor, await input())).png),
});
const ISSUED_MEANWHILE = 'This certificate was issued meanwhile. It can only be revoked or replaced now.';
const NONE_SCHEDULED = 'No certificate with this ID is scheduled. It may have been withdrawn.';

api('certificates/scheduled/:scheduledId')
  .patch({
    auth: 'bearer',
    scope: 'certificates:issue',
    admits: issuersWho('certificates'),
    summary: 'Change a certificate that waits. It keeps its time; one that was not issued waits again',
    body: changeScheduledSchema,
    example: { studentName: 'Ingrid Sørensen-Lund' },
    responses: { 200: success({ message: z.literal(changedTexts()), certificate: certificateObject }) },
    failures: { 403: NOT_ALLOWED, 404: NONE_SCHEDULED, 409: ISSUED_MEANWHILE, 429: OVER_QUOTA },
    failureSchemas: { 409: duplicateSchema },
    handle: async ({ actor, params, input }) => changeScheduled(actor, params.scheduledId, await input()),
    answer: (changed) => ({
      body: { success: true, message: changedTexts(), certificate: certificateObject.serialize(changed) },
    }),
  })
  .delete({
    auth: 'bearer',
    scope: 'certificates:issue',
    admits: issuersWho('certificates'),
    summary:
      'Withdraw a certificate that waits, or that was not issued. Nothing of it remains but the act in the audit trail',
    responses: { 200: told(withdrawnTexts()) },
    failures: { 403: NOT_ALLOWED, 404: NONE_SCHEDULED, 409: ISSUED_MEANWHILE },
    act: ({ actor, params }) => ({
      body: { success: true, ...withdrawScheduled(actor, params.scheduledId) },
    }),
  });

api('certificates/mine').get({
  auth: 'bearer',
  scope: 'certificates:read',
  summary: 'The certificates that were issued to the account’s addresses, newest first',
  query: heldListSchema,
  since: { list: 'certificates', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('certificates', certificateObject) },
  handle({ actor, query }) {
    const { certificates, nextCursor } = listHeldCertificates(holderOf(actor, null), query);
    return {
      body: { success: true, certificates: certificates.map(certificateObject.serialize), nextCursor },
    };
  },
});

api('certificates/my-issued').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: issuersWho('read'),
  summary: 'The issuer’s certificates, newest first. With state=scheduled, those that wait to be issued',
  query: ownCertificateListSchema,
  since: { list: 'certificates', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('certificates', certificateObject) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { certificates, nextCursor } = listOwnCertificates(actor, query);
    return {
      body: { success: true, certificates: certificates.map(certificateObject.serialize), nextCursor },
    };
  },
});

api('certificates/all').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: requireSuperAdmin,
  summary: 'All certificates, newest first, for super admins',
  query: allCertificateListSchema,
  since: { list: 'certificates', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('certificates', certificateObject) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { certificates, nextCursor } = listAllCertificates(actor, query);
    return {
      body: { success: true, certificates: certificates.map(certificateObject.serialize), nextCursor },
    };
  },
});

api('certificates/:uniqueId/mail')
  .get({
    auth: 'bearer',
    scope: 'certificates:read',
    summary: 'The delivery state of the latest message to the student',
    responses: { 200: success({ mail: mailStateObject }) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    handle: ({ actor, params }) => ({
      body: { success: true, mail: mailStateObject.serialize(certificateMail(actor, params.uniqueId).mail) },
    }),
  })
  .post({
    auth: 'bearer',
    scope: 'certificates:issue',
    summary: 'Send the message to the student again; a waiting message is tried now',
    responses: { 202: success({ message: z.enum(sentAgainTexts()), mail: mailStateObject }) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 429: TOO_MANY },
    handle: async ({ actor, params }) => sendCertificateMail(actor, params.uniqueId),
    answer: (sent) => ({
      status: 202,
      body: { success: true, message: sentAgain(), mail: mailStateObject.serialize(sent.mail) },
    }),
  });

api('holders/erasure').post({
  auth: 'bearer',
  admits: requireManager,
  summary:
    'Erase name and address of a holder: an issuer from its own certificates, a super admin from all. It cannot be undone',
  body: eraseHolderSchema,
  example: {
    email: 'mara@students.example',
    reason: 'Request of 14 March',
    password: 'blue-heron-over-fen',
  },
  responses: {
    200: success({
      message: z.string().meta({ examples: ['The holder of 2 certificates was erased.'] }),
      erased: z
        .int()
        .min(0)
        .meta({ description: 'How many certificates lost their holder', examples: [2] }),
    }),
  },
  failures: {
    404: 'Nothing was issued to this address.',
    409: 'This holder is being erased already.',
    429: TOO_MANY,
  },
  inSteps: true,
  handle: async ({ actor, input }) => eraseHolder(actor, await input()),
  answer: (done) => ({ body: { success: true, ...done } }),
});
