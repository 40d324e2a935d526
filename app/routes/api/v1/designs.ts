import { z } from 'zod';
import { type Actor, issuersWho, requireIssuer } from '#app/accounts/actor.server.ts';
import { removeDefaultDesign, setDefaultDesign } from '#app/designs/default-design.server.ts';
import {
  type DesignInput,
  defaultSchema,
  designBody,
  designSchema,
  noDefaultSchema,
} from '#app/designs/design.schema.server.ts';
import { findDesign, retireDesign } from '#app/designs/design.server.ts';
import { pictureTooLarge, SIGNATORIES } from '#app/designs/design-form.ts';
import { listDesigns } from '#app/designs/list-designs.server.ts';
import { sendTestMail } from '#app/designs/mail-of-design.server.ts';
import { checkedDesign, withPage } from '#app/designs/own-artwork/check-design.server.ts';
import { previewDesign } from '#app/designs/preview-design.server.ts';
import { SAMPLES, type SampleName } from '#app/designs/samples.ts';
import { createDesign, duplicateDesign, updateDesign } from '#app/designs/save-design.server.ts';
import { MOST_PICTURE_FORM } from '#app/files/media/texts.ts';
import { readDesignForm } from '#app/routes/designs/read-design-form.server.ts';
import { sendPicture } from '#app/routes/pieces/pictures.server.ts';
import type { UploadSource } from '#app/routes/upload-form.server.ts';
import { listSchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { resource } from './respond.ts';
import { designConflictSchema, designObject, wholeDesignObject } from './schemas/designs.ts';
import { done, listOf, NOT_ALLOWED, success, TOO_MANY } from './schemas/responses.ts';

const PICTURE = 'PNG, JPEG or SVG, at most 2 MB';

/** The pictures of a design. */
export const DESIGN_FILES: Record<string, string> = {
  logo: PICTURE,
  background: 'With the base artwork: PDF of one page, SVG, PNG or JPEG, at most 10 MB',
  ...Object.fromEntries(SIGNATORIES.map((number) => [`signature${number}`, PICTURE])),
};

export const EXAMPLE_DESIGN = {
  name: 'Diploma',
  base: 'heritage',
  typeface: 'classic',
  primary: '#1b2350',
  accent: '#a9791f',
  paper: '#ffffff',
  title: 'Certificate of Completion',
  statement: 'Awarded by {issuer} on {issueDate}',
};

/**
 * Reads a posted design, stores its pictures and checks own artwork.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; invalid; too-large; rate-limited;
 *   unsupported-media; busy
 */
export async function readDesign(actor: Actor, upload: UploadSource): Promise<DesignInput> {
  requireIssuer(actor, 'certificates');
  const { fields, error } = await readDesignForm(actor, upload);
  if (error) throw error;
  return await checkedDesign(actor, parseInput(designSchema, withPage(actor, fields)));
}

export const api = resource();

api('designs')
  .post({
    auth: 'bearer',
    scope: 'designs:write',
    summary: 'Create a design: multipart with its fields and pictures',
    body: designBody,
    example: EXAMPLE_DESIGN,
    files: DESIGN_FILES,
    upload: { bytes: MOST_PICTURE_FORM, tooLarge: pictureTooLarge },
    optionalFiles: true,
    responses: { 201: success({ design: wholeDesignObject }) },
    failures: {
      403: NOT_ALLOWED,
      409: 'You already use 100 designs. Retire one of them first.',
      429: TOO_MANY,
    },
    handle: async ({ actor, upload }) => createDesign(actor, await readDesign(actor, upload)),
    answer: (id, { actor }) => ({
      status: 201,
      body: { success: true, design: wholeDesignObject.serialize(findDesign(actor, id)) },
    }),
  })
  .get({
    auth: 'bearer',
    scope: 'certificates:read',
    admits: issuersWho('read'),
    summary: 'The designs that the issuer can choose for certificates, newest first',
    query: listSchema,
    since: { list: 'designs', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('designs', designObject) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor, query }) {
      const { designs, nextCursor } = listDesigns(actor, query);
      return { body: { success: true, designs: designs.map(designObject.serialize), nextCursor } };
    },
  });

const sampleNames = Object.keys(SAMPLES) as [SampleName, ...SampleName[]];
const sample = z
  .enum(sampleNames, {
    error: () => t('api.sampleMustBeOneOf', { samples: sampleNames.join(', ') }),
  })
  .default('usual');

api('designs/preview').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary: 'Draw a design that is not saved, with the data of a sample',
  body: designBody.extend({ sample }),
  example: { ...EXAMPLE_DESIGN, sample: 'longest' },
  file: 'The picture, as PNG',
  failures: { 403: NOT_ALLOWED, 429: TOO_MANY, 503: 'The server is busy. Please try again in a moment.' },
  async handle({ actor, json }) {
    const fields = await json();
    const { sample: name } = parseInput(z.object({ sample }), fields);
    return sendPicture(await previewDesign(actor, parseInput(designSchema, withPage(actor, fields)), name));
  },
});

const RETIRED = 'Design retired.';
const SENT = 'The test mail is on its way.';

api('designs/:designId')
  .get({
    auth: 'bearer',
    scope: 'certificates:read',
    admits: issuersWho('read'),
    summary: 'One of the issuer’s designs',
    responses: { 200: success({ design: wholeDesignObject }) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    handle: ({ actor, params }) => ({
      body: { success: true, design: wholeDesignObject.serialize(findDesign(actor, params.designId)) },
    }),
  })
  .put({
    auth: 'bearer',
    scope: 'designs:write',
    summary:
      'Change a design: multipart with all its fields, the version that was read, and new pictures. Certificates keep the version they were issued with',
    body: designBody,
    example: { ...EXAMPLE_DESIGN, version: 1 },
    files: DESIGN_FILES,
    upload: { bytes: MOST_PICTURE_FORM, tooLarge: pictureTooLarge },
    optionalFiles: true,
    responses: { 200: success({ design: wholeDesignObject }) },
    failures: {
      403: NOT_ALLOWED,
      404: 'Not found.',
      409: 'Version 2 of this design was saved meanwhile. Save again to overwrite it, or reload the page to see it.',
      429: TOO_MANY,
    },
    failureSchemas: { 409: designConflictSchema },
    async handle({ actor, params, upload }) {
      requireIssuer(actor, 'certificates');
      findDesign(actor, params.designId);
      updateDesign(actor, params.designId, await readDesign(actor, upload));
    },
    answer: (_, { actor, params }) => ({
      body: { success: true, design: wholeDesignObject.serialize(findDesign(actor, params.designId)) },
    }),
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

api('designs/:designId/copy').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary: 'Copy a design, which may be retired',
  responses: { 201: success({ design: wholeDesignObject }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: 'You already use 100 designs. Retire one of them first.',
  },
  handle({ actor, params }) {
    const copy = findDesign(actor, duplicateDesign(actor, params.designId));
    return { status: 201, body: { success: true, design: wholeDesignObject.serialize(copy) } };
  },
});

api('designs/:designId/test-mail').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary: 'Send the mail of a saved design about a sample to one’s own address',
  responses: { 202: done(SENT) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 429: TOO_MANY },
  async handle({ actor, params }) {
    await sendTestMail(actor, params.designId);
  },
  answer: () => ({ status: 202, body: { success: true, message: SENT } }),
});

const SAVED = 'Default saved.';
const REMOVED = 'Default removed.';

api('designs/:designId/default')
  .put({
    auth: 'bearer',
    scope: 'designs:write',
    admits: issuersWho('certificates'),
    summary: 'Make a design the default of a course or, without courseName, of the issuer',
    body: defaultSchema,
    example: { courseName: 'Distributed Systems' },
    responses: { 200: done(SAVED) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This design is retired.' },
    act({ actor, params, input }) {
      setDefaultDesign(actor, params.designId, input);
      return { body: { success: true, message: SAVED } };
    },
  })
  .delete({
    auth: 'bearer',
    scope: 'designs:write',
    admits: issuersWho('certificates'),
    summary: 'Remove a design as the default of a course or, without courseName, of the issuer',
    body: noDefaultSchema,
    example: { courseName: 'Distributed Systems' },
    responses: { 200: done(REMOVED) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    act({ actor, params, input }) {
      removeDefaultDesign(actor, params.designId, input);
      return { body: { success: true, message: REMOVED } };
    },
  });
