import { FILL_IN_ALL, registerSchema } from '#app/accounts/account.schema.ts';
import { register, VERIFY_YOUR_EMAIL } from '#app/accounts/register.server.ts';
import { api } from './respond.ts';
import { done, TOO_MANY } from './schemas/responses.ts';

const resource = api('users/register').post({
  auth: 'none',
  summary: 'Register an account',
  body: registerSchema,
  missingMessage: `${FILL_IN_ALL}.`,
  example: {
    name: 'Mara Osei',
    email: 'mara@osei.example',
    password: 'blue-heron-over-fen',
    role: 'individual',
  },
  responses: { 201: done(VERIFY_YOUR_EMAIL) },
  failures: { 429: TOO_MANY },
  async handle({ actor, input }) {
    const { message } = await register(actor, await input());
    return { status: 201, body: { success: true, message } };
  },
});

export const loader = resource.loader;
export const action = resource.action;
