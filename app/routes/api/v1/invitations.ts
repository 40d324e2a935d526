import { z } from 'zod';
import { invited, inviteMember } from '#app/accounts/organisations/invite-member.server.ts';
import { invitationSchema } from '#app/accounts/organisations/members.schema.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('members/invitations').post({
  auth: 'bearer',
  summary: 'Invite an address as a member, for the owner. The mailed link works once, for seven days',
  body: invitationSchema,
  example: { email: 'mara@osei.example', role: 'issuer' },
  responses: {
    201: success({ message: z.literal(invited()), invitation: z.strictObject({ _id: z.string() }) }),
  },
  failures: { 403: NOT_ALLOWED, 409: 'This person is a member already.', 429: TOO_MANY },
  async handle({ actor, input, keep }) {
    const toAnswer = (id: string) => ({
      status: 201,
      body: { success: true, message: invited(), invitation: { _id: id } },
    });
    return toAnswer(await inviteMember(actor, await input(), keep(toAnswer)));
  },
});
