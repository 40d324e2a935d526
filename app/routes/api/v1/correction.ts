import { issuersWho } from '#app/accounts/actor.server.ts';
import { declineCorrection, declineCorrectionSchema } from '#app/certificates/corrections.server.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

api('certificates/corrections/:correctionId').delete({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary: 'Decline a request for a correction. The holder gets the reason by mail. A replacement grants it',
  body: declineCorrectionSchema.omit({ request: true }),
  example: { reason: 'Our records show this name' },
  responses: { 200: told('The request was declined.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This request was already answered.' },
  act: ({ actor, params, input }) => ({
    body: {
      success: true,
      ...declineCorrection(actor, { request: params.correctionId, ...input }),
    },
  }),
});
