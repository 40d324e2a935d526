import { transferSchema } from '#app/accounts/organisations/members.schema.ts';
import {
  offerOwnership,
  offerWithdrawn,
  ownershipOffered,
  withdrawOffer,
} from '#app/accounts/organisations/transfer-ownership.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('members/ownership')
  .post({
    auth: 'bearer',
    summary: 'Ask a member to take the ownership over. Nothing changes until the member accepts',
    body: transferSchema,
    example: { userId: '01a1f82f-2650-75ce-8345-1447293b0eed' },
    responses: { 200: done(ownershipOffered()) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This member is the owner already.' },
    async handle({ actor, input, keep }) {
      const answer = { body: { success: true, message: ownershipOffered() } };
      await offerOwnership(
        actor,
        await input(),
        keep(() => answer),
      );
      return answer;
    },
  })
  .delete({
    auth: 'bearer',
    summary: 'Withdraw the offer of the ownership',
    body: proofSchema,
    example: { password: 'blue-heron-over-fen' },
    responses: { 200: done(offerWithdrawn()) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    async handle({ actor, input, keep }) {
      const { password } = await input();
      const answer = { body: { success: true, message: offerWithdrawn() } };
      await withdrawOffer(
        actor,
        password,
        keep(() => answer),
      );
      return answer;
    },
  });
