import { z } from 'zod';
import { requireManager } from '#app/certificates/managed-certificate.server.ts';
import { eraseHolder, eraseHolderSchema } from '#app/privacy/erasure/erase-holder.server.ts';
import { resource } from './respond.ts';
import { success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

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
  async handle({ actor, input, keep }) {
    const toAnswer = (done: { message: string; erased: number }) => ({ body: { success: true, ...done } });
    return toAnswer(await eraseHolder(actor, await input(), keep(toAnswer, 'in steps')));
  },
});
