import { changeRole, ownerStays, roleChanged } from '#app/accounts/organisations/change-role.server.ts';
import { roleChangeSchema } from '#app/accounts/organisations/members.schema.ts';
import { memberRemoved, removeMember } from '#app/accounts/organisations/remove-member.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

const failures = { 403: NOT_ALLOWED, 404: 'Not found.', 409: ownerStays() };

api('members/:userId')
  .patch({
    auth: 'bearer',
    summary: 'Give a member another role, for the owner of the organisation',
    body: roleChangeSchema,
    example: { role: 'author' },
    responses: { 200: done(roleChanged()) },
    failures,
    async handle({ actor, params, input, keep }) {
      const answer = { body: { success: true, message: roleChanged() } };
      await changeRole(
        actor,
        params.userId,
        await input(),
        keep(() => answer),
      );
      return answer;
    },
  })
  .delete({
    auth: 'bearer',
    summary: 'Remove a member, whose logins and tokens for the organisation end at once',
    body: proofSchema,
    example: { password: 'blue-heron-over-fen' },
    responses: { 200: done(memberRemoved()) },
    failures,
    async handle({ actor, params, input, keep }) {
      const { password } = await input();
      const answer = { body: { success: true, message: memberRemoved() } };
      await removeMember(
        actor,
        params.userId,
        password,
        keep(() => answer),
      );
      return answer;
    },
  });
