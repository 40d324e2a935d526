import { issuersWho } from '#app/accounts/actor.server.ts';
import { listSchema } from '#app/certificates/certificate.schema.ts';
import { designFields } from '#app/designs/design.schema.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { pictureTooLarge } from '#app/designs/design-form.ts';
import { listDesigns } from '#app/designs/list-designs.server.ts';
import { createDesign } from '#app/designs/save-design.server.ts';
import { MOST_PICTURE_FORM } from '#app/files/media/texts.ts';
import { DESIGN_FILES, EXAMPLE_DESIGN, readDesign } from '#app/routes/api/v1/read-design.server.ts';
import { serializeDesign, serializeWholeDesign } from '#app/routes/api/v1/serialize.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { api } from './respond.ts';
import { designSummarySchema, wholeDesignSchema } from './schemas/designs.ts';
import { listOf, NOT_ALLOWED, success, TOO_MANY } from './schemas/responses.ts';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: pictureTooLarge },
} satisfies RouteNeeds;

const resource = api('designs')
  .post({
    auth: 'bearer',
    scope: 'designs:write',
    summary: 'Create a design: multipart with its fields and pictures',
    body: designFields,
    example: EXAMPLE_DESIGN,
    files: DESIGN_FILES,
    optionalFiles: true,
    responses: { 201: success({ design: wholeDesignSchema }) },
    failures: {
      403: NOT_ALLOWED,
      409: 'You already use 100 designs. Retire one of them first.',
      429: TOO_MANY,
    },
    async handle({ actor, upload, keep }) {
      const toAnswer = (id: string) => ({
        status: 201,
        body: { success: true, design: serializeWholeDesign(findDesign(actor, id)) },
      });
      // Pictures are stored before, and may be stored again.
      const kept = keep(toAnswer);
      return toAnswer(createDesign(actor, await readDesign(actor, upload), kept));
    },
  })
  .get({
    auth: 'bearer',
    scope: 'certificates:read',
    admits: issuersWho('read'),
    summary: 'The designs that the issuer can choose for certificates, newest first',
    query: listSchema,
    since: { list: 'designs', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('designs', designSummarySchema) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor, query }) {
      const { designs, nextCursor } = listDesigns(actor, query);
      return { body: { success: true, designs: designs.map(serializeDesign), nextCursor } };
    },
  });

export const loader = resource.loader;
export const action = resource.action;
