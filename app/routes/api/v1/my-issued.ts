import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { certificateShape } from '#app/routes/api/v1/shapes.server.ts';
import { api } from './respond.ts';

const resource = api({
  GET: {
    auth: 'bearer',
    summary: 'The certificates that this issuer has issued, newest first',
    handle({ actor, query }) {
      const { certificates, nextCursor } = listOwnCertificates(actor, query);
      return { body: { success: true, certificates: certificates.map(certificateShape), nextCursor } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
