import { verifiedShape } from '#app/routes/api/v1/shapes.server.ts';
import { listVerifiedOfIssuer } from '#app/verification/list-verifications.server.ts';
import { api } from './respond.ts';

const resource = api({
  GET: {
    auth: 'bearer',
    summary: 'Who verified what this issuer has issued, newest first',
    handle({ actor, query }) {
      const { verifications, nextCursor } = listVerifiedOfIssuer(actor, query);
      return { body: { success: true, certificates: verifications.map(verifiedShape), nextCursor } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
