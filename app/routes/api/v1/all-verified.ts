import { verifiedShape } from '#app/routes/api/v1/shapes.server.ts';
import { listAllVerified } from '#app/verification/list-verifications.server.ts';
import { api } from './respond.ts';

const resource = api({
  GET: {
    auth: 'bearer',
    summary: 'All verifications, newest first, for super admins',
    handle({ actor, query }) {
      const { verifications, nextCursor } = listAllVerified(actor, query);
      return { body: { success: true, certificates: verifications.map(verifiedShape), nextCursor } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
