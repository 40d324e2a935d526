import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import { openCorrections } from '#app/certificates/corrections.server.ts';
import { serializeCorrection } from '#app/routes/api/v1/serialize-accounts.server.ts';
import { resource } from './respond.ts';
import { correctionSchema } from './schemas/office.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('certificates/corrections').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: issuersWho('read'),
  summary: 'The oldest 50 open requests of holders to correct the issuer’s certificates',
  responses: { 200: success({ corrections: z.array(correctionSchema) }) },
  failures: { 403: NOT_ALLOWED },
  handle: ({ actor }) => ({
    body: { success: true, corrections: openCorrections(actor).map(serializeCorrection) },
  }),
});
