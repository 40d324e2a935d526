import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { DESIGN_FILE, designFileTooLarge, MAX_DESIGN_FILE_BYTES } from '#app/designs/design-form.ts';
import { exportDesign } from '#app/designs/own-artwork/design-file.server.ts';
import { listLibrary, startFromLibrary, startSchema } from '#app/designs/own-artwork/library.server.ts';
import { openAsBoxes } from '#app/designs/own-artwork/open-as-boxes.server.ts';
import { leftText } from '#app/designs/own-artwork/texts.ts';
import { importDesignFile, sendDesignFile } from '#app/routes/designs/design-file.server.ts';
import { resource } from './respond.ts';
import { libraryDesignObject } from './schemas/design-library.ts';
import { wholeDesignObject } from './schemas/designs.ts';
import { NOT_ALLOWED, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

const TOO_MANY_DESIGNS = 'You already use 100 designs. Retire one of them first.';
const FULL = 'Your backgrounds already take 200 MB.';

api('designs/library').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: issuersWho('read'),
  summary: 'The designs with own artwork to start from',
  responses: { 200: success({ designs: libraryDesignObject.array() }) },
  failures: { 403: NOT_ALLOWED },
  handle: ({ actor }) => ({
    body: { success: true, designs: listLibrary(actor).map(libraryDesignObject.serialize) },
  }),
});

api('designs/library/:libraryId').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary: 'Make a design from one of the library, as a draft in the language of the request',
  body: startSchema,
  example: { page: 'a4' },
  responses: { 201: success({ design: wholeDesignObject }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: TOO_MANY_DESIGNS, 429: TOO_MANY, 507: FULL },
  handle: async ({ actor, params, input }) => startFromLibrary(actor, params.libraryId, await input()),
  answer: (id, { actor }) => ({
    status: 201,
    body: { success: true, design: wholeDesignObject.serialize(findDesign(actor, id)) },
  }),
});

api('designs/:designId/boxes').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary:
    'Open a design of a layout as boxes: another design, a draft with own artwork. What its boxes cannot do as the layout did is in left',
  responses: {
    201: success({
      design: wholeDesignObject,
      left: z.array(z.string()).meta({ examples: [['The seal is part of the background.']] }),
    }),
  },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: 'This design has boxes already.',
    429: TOO_MANY,
    507: FULL,
  },
  handle: async ({ actor, params }) => openAsBoxes(actor, params.designId),
  answer: ({ id, left }, { actor }) => ({
    status: 201,
    body: {
      success: true,
      design: wholeDesignObject.serialize(findDesign(actor, id)),
      left: left.map(leftText),
    },
  }),
});

api('designs/:designId/export').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: issuersWho('read'),
  summary:
    'A design with its pictures as a ZIP, which POST designs/import takes: of its draft, if it has one',
  file: 'The ZIP: design.json, logo.png, signature1.png to signature6.png and background.pdf, as far as it has them',
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  handle: ({ actor, params }) => sendDesignFile(exportDesign(actor, params.designId)),
});

api('designs/import').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary: 'Make a design from the ZIP of another: a draft if it has own artwork, and otherwise version 1',
  body: z.object({}),
  example: {},
  files: { [DESIGN_FILE]: 'The ZIP of a design, at most 25 MB' },
  upload: { bytes: MAX_DESIGN_FILE_BYTES + 65_536, tooLarge: designFileTooLarge },
  responses: { 201: success({ design: wholeDesignObject }) },
  failures: { 403: NOT_ALLOWED, 409: TOO_MANY_DESIGNS, 429: TOO_MANY, 507: FULL },
  handle: async ({ actor, upload }) => importDesignFile(actor, upload),
  answer: (id, { actor }) => ({
    status: 201,
    body: { success: true, design: wholeDesignObject.serialize(findDesign(actor, id)) },
  }),
});
