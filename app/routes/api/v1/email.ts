import {
  emailChangeSchema,
  emailLinkSent,
  requestEmailChange,
} from '#app/accounts/email-change/request-email-change.server.ts';
import { resource } from './respond.ts';
import { NEEDS_LOGIN, TOO_MANY, told } from './schemas/responses.ts';

export const api = resource();

api('users/me/email').post({
  auth: 'bearer',
  summary:
    'Mail a link to a new address, which its owner confirms in a browser with the login of the account. Until then nothing changes',
  body: emailChangeSchema,
  example: { email: 'mara@new.example', password: 'blue-heron-over-fen' },
  responses: { 200: told(emailLinkSent()) },
  failures: {
    403: NEEDS_LOGIN,
    409: 'Your address was changed in the last seven days. After that time you can change it again.',
    429: TOO_MANY,
  },
  async handle({ actor, input, keep }) {
    const toAnswer = (asked: { message: string }) => ({ body: { success: true, ...asked } });
    return toAnswer(await requestEmailChange(actor, await input(), keep(toAnswer)));
  },
});
