import { ownVerificationShape } from '#app/routes/api/v1/shapes.server.ts';
import { listOwnVerifications } from '#app/verification/list-verifications.server.ts';
import { api } from './respond.ts';

const resource = api({
  GET: {
    auth: 'bearer',
    summary: 'The caller’s own verifications, newest first',
    handle({ actor, query }) {
      const { verifications, nextCursor } = listOwnVerifications(actor, query);
      return { body: { success: true, verifications: verifications.map(ownVerificationShape), nextCursor } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
