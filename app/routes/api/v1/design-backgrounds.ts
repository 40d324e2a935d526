import { issuersWho } from '#app/accounts/actor.server.ts';
import {
  backgroundSchema,
  findBackground,
  removeWords,
  wordsSchema,
} from '#app/designs/background.server.ts';
import { backgroundTooLarge } from '#app/designs/design-form.ts';
import { MOST_PICTURE_FORM } from '#app/files/media/texts.ts';
import { readBackgroundForm } from '#app/routes/designs/read-design-form.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { resource } from './respond.ts';
import { backgroundObject, wordObject } from './schemas/designs.ts';
import { NOT_ALLOWED, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

const FULL = 'Your backgrounds already take 200 MB.';

api('designs/backgrounds').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary:
    'Store the background of a design with own artwork, as multipart. A page of a PDF stays a drawing in certificates, without text that can be copied. It is deleted after a day unless a design has it',
  body: backgroundSchema,
  example: {},
  files: {
    background:
      'PDF of one page, SVG, PNG or JPEG in the proportion of A4 or Letter, or of the face, at most 10 MB',
  },
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: backgroundTooLarge },
  responses: { 201: success({ background: backgroundObject }) },
  failures: { 403: NOT_ALLOWED, 429: TOO_MANY, 507: FULL },
  handle: async ({ actor, upload }) => readBackgroundForm(actor, upload),
  answer: (background) => ({
    status: 201,
    body: { success: true, background: backgroundObject.serialize(background) },
  }),
});

api('designs/backgrounds/:backgroundId').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: issuersWho('read'),
  summary: 'A stored background',
  responses: { 200: success({ background: backgroundObject }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  handle: ({ actor, params }) => ({
    body: {
      success: true,
      background: backgroundObject.serialize(findBackground(actor, params.backgroundId)),
    },
  }),
});

api('designs/backgrounds/:backgroundId/words').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary:
    'Take words out of a background, which gives another one. Those that could not be taken out, such as outlines of letters, are in left',
  body: wordsSchema,
  example: { words: [0] },
  responses: { 200: success({ background: backgroundObject, left: wordObject.array() }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 429: TOO_MANY, 507: FULL },
  handle: async ({ actor, params, json }) =>
    removeWords(actor, params.backgroundId, parseInput(wordsSchema, await json()).words),
  answer: ({ background, left }) => ({
    body: {
      success: true,
      background: backgroundObject.serialize(background),
      left: left.map(wordObject.serialize),
    },
  }),
});
