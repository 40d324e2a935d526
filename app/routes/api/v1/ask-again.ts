import { askAgain } from '#app/verification/consent/ask-consent.server.ts';
import { consentDeclined } from '#app/verification/consent/consent.server.ts';
import { invalidCertificate } from '#app/verification/texts.ts';
import { lookUpSchema } from '#app/verification/verification.schema.ts';
import { resource } from './respond.ts';
import { TOO_MANY, told } from './schemas/responses.ts';
import { consentErrorSchema } from './schemas/verifications.ts';

export const api = resource();

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
  async handle({ actor, input, keep }) {
    const toAnswer = (asked: { message: string }) => ({ status: 202, body: { success: true, ...asked } });
    return toAnswer(await askAgain(actor, await input(), keep(toAnswer)));
  },
});
