import { me } from '#app/accounts/me.server.ts';
import { nameSchema } from '#app/accounts/settings.schema.ts';
import { updateName } from '#app/accounts/update-name.server.ts';
import { serializeUser } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { userSchema } from './schemas/accounts.ts';
import { NEEDS_LOGIN, success, TOO_MANY, told } from './schemas/responses.ts';

export const api = resource();

api('users/me')
  .get({
    auth: 'bearer',
    summary: 'The account that the token belongs to',
    responses: { 200: success({ user: userSchema }) },
    handle: ({ actor }) => ({ body: { success: true, user: serializeUser(me(actor)) } }),
  })
  .patch({
    auth: 'bearer',
    summary:
      'Change the name of the account. The new name of an issuer waits for the approval of a super admin',
    body: nameSchema,
    example: { name: 'Mara Osei-Mensah' },
    responses: { 200: told('Your name was changed.') },
    failures: { 403: NEEDS_LOGIN, 429: TOO_MANY },
    async handle({ actor, input, keep }) {
      const toAnswer = (changed: { message: string }) => ({ body: { success: true, ...changed } });
      return toAnswer(await updateName(actor, await input(), keep(toAnswer)));
    },
  });
