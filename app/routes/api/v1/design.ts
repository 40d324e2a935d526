import { issuersWho, requireIssuer } from '#app/accounts/actor.server.ts';
import { designFields } from '#app/designs/design.schema.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { pictureTooLarge } from '#app/designs/design-form.ts';
import { retireDesign } from '#app/designs/retire-design.server.ts';
import { updateDesign } from '#app/designs/save-design.server.ts';
import { MOST_PICTURE_FORM } from '#app/files/media/texts.ts';
import { DESIGN_FILES, EXAMPLE_DESIGN, readDesign } from '#app/routes/api/v1/read-design.server.ts';
import { serializeWholeDesign } from '#app/routes/api/v1/serialize.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { api } from './respond.ts';
import { designConflictSchema, wholeDesignSchema } from './schemas/designs.ts';
import { done, NOT_ALLOWED, success, TOO_MANY } from './schemas/responses.ts';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: pictureTooLarge },
} satisfies RouteNeeds;

const RETIRED = 'Design retired.';

const resource = api('designs/:designId')
  .get({
    auth: 'bearer',
    scope: 'certificates:read',
    admits: issuersWho('read'),
    summary: 'One of the issuer’s designs',
    responses: { 200: success({ design: wholeDesignSchema }) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    handle: ({ actor, params }) => ({
      body: { success: true, design: serializeWholeDesign(findDesign(actor, params.designId)) },
    }),
  })
  .put({
    auth: 'bearer',
    scope: 'designs:write',
    summary:
      'Change a design: multipart with all its fields, the version that was read, and new pictures. Certificates keep the version they were issued with',
    body: designFields,
    example: { ...EXAMPLE_DESIGN, version: 1 },
    files: DESIGN_FILES,
    optionalFiles: true,
    responses: { 200: success({ design: wholeDesignSchema }) },
    failures: {
      403: NOT_ALLOWED,
      404: 'Not found.',
      409: 'Version 2 of this design was saved meanwhile. Save again to overwrite it, or reload the page to see it.',
      429: TOO_MANY,
    },
    failureSchemas: { 409: designConflictSchema },
    async handle({ actor, params, upload, keep }) {
      requireIssuer(actor, 'certificates');
      findDesign(actor, params.designId);
      const toAnswer = () => ({
        body: { success: true, design: serializeWholeDesign(findDesign(actor, params.designId)) },
      });
      // Pictures are stored before, and may be stored again.
      const kept = keep(toAnswer);
      updateDesign(actor, params.designId, await readDesign(actor, upload), kept);
      return toAnswer();
    },
  })
  .delete({
    auth: 'bearer',
    scope: 'designs:write',
    admits: issuersWho('certificates'),
    summary: 'Retire a design. It can no longer be chosen; certificates issued with it keep it',
    responses: { 200: done(RETIRED) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This design is already retired.' },
    handle({ actor, params }) {
      retireDesign(actor, params.designId);
      return { body: { success: true, message: RETIRED } };
    },
  });

export const loader = resource.loader;
export const action = resource.action;
