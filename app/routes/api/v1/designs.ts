import { requireIssuer } from '#app/accounts/actor.server.ts';
import { listSchema } from '#app/certificates/certificate.schema.ts';
import { listDesigns } from '#app/designs/list-designs.server.ts';
import { serializeDesign } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { designSummarySchema } from './schemas/designs.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

const resource = api('designs').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: requireIssuer,
  summary: 'The designs that the issuer can choose for certificates, newest first',
  query: listSchema,
  responses: { 200: listOf('designs', designSummarySchema) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { designs, nextCursor } = listDesigns(actor, query);
    return { body: { success: true, designs: designs.map(serializeDesign), nextCursor } };
  },
});

export const loader = resource.loader;
export const action = resource.action;
