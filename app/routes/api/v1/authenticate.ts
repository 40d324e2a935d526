import { z } from 'zod';
import { checkPostedFile } from '#app/routes/pieces/check-posted-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { authenticateFile } from '#app/verification/authentication/authenticate-file.server.ts';
import { fileTooLarge, MOST_FILE_FORM } from '#app/verification/authentication/texts.ts';
import { api } from './respond.ts';
import { success, TOO_MANY } from './schemas/responses.ts';
import { authenticationFields } from './schemas/verifications.ts';

export const handle = { upload: { bytes: MOST_FILE_FORM, tooLarge: fileTooLarge } } satisfies RouteNeeds;

const resource = api('authenticate').post({
  auth: 'none',
  summary: 'Check whether a file is a genuine certificate: multipart with file. The file is not stored',
  body: z.object({}),
  example: {},
  files: { file: 'The PDF, PNG or JSON of a certificate, or the JSON of a receipt, at most 10 MB' },
  responses: { 200: success(authenticationFields) },
  failures: { 429: TOO_MANY, 503: 'The file could not be checked at the moment. Please try again.' },
  async handle({ actor, upload }) {
    return {
      body: {
        success: true,
        ...(await checkPostedFile(actor, upload, authenticateFile)),
      },
    };
  },
});

export const loader = resource.loader;
export const action = resource.action;
