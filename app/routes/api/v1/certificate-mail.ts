import { z } from 'zod';
import {
  type CertificateMail,
  certificateMail,
  sendCertificateMail,
  sentAgain,
  sentAgainTexts,
} from '#app/certificates/certificate-mail.server.ts';
import { resource } from './respond.ts';
import { mailStateSchema } from './schemas/certificates.ts';
import { NOT_ALLOWED, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

const serialize = ({ mail }: CertificateMail) =>
  mail && { status: mail.status, reason: mail.reason, at: new Date(mail.at).toISOString() };

api('certificates/:uniqueId/mail')
  .get({
    auth: 'bearer',
    scope: 'certificates:read',
    summary: 'The delivery state of the latest message to the student',
    responses: { 200: success({ mail: mailStateSchema }) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    handle: ({ actor, params }) => ({
      body: { success: true, mail: serialize(certificateMail(actor, params.uniqueId)) },
    }),
  })
  .post({
    auth: 'bearer',
    scope: 'certificates:issue',
    summary: 'Send the message to the student again; a waiting message is tried now',
    responses: { 202: success({ message: z.enum(sentAgainTexts()), mail: mailStateSchema }) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 429: TOO_MANY },
    async handle({ actor, params, keep }) {
      const toAnswer = (sent: CertificateMail) => ({
        status: 202,
        body: { success: true, message: sentAgain(), mail: serialize(sent) },
      });
      return toAnswer(await sendCertificateMail(actor, params.uniqueId, keep(toAnswer)));
    },
  });
