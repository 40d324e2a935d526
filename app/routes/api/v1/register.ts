import { fillInAllFields, registerSchema } from '#app/accounts/account.schema.ts';
import { register, verifyYourEmail } from '#app/accounts/register.server.ts';
import { resource } from './respond.ts';
import { done, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('users/register').post({
  auth: 'none',
  summary: 'Register an account',
  body: registerSchema,
  missingMessage: fillInAllFields,
  example: {
    name: 'Mara Osei',
    email: 'mara@osei.example',
    password: 'blue-heron-over-fen',
    role: 'individual',
  },
  responses: { 201: done(verifyYourEmail()) },
  failures: { 429: TOO_MANY },
  async handle({ actor, input }) {
    const { message } = await register(actor, await input());
    return { status: 201, body: { success: true, message } };
  },
});
