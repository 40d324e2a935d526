import { z } from 'zod';
import { checkPostedFile } from '#app/routes/pieces/check-posted-file.server.ts';
import { authenticateFile } from '#app/verification/authentication/authenticate-file.server.ts';
import { fileTooLarge, MOST_FILE_FORM } from '#app/verification/authentication/texts.ts';
import { resource } from './respond.ts';
import { success, TOO_MANY } from './schemas/responses.ts';
import { authenticationFields } from './schemas/verifications.ts';

export const api = resource();

api('authenticate').post({
  auth: 'none',
  summary: 'Check whether a file is a genuine certificate: multipart with file. The file is not stored',
  body: z.object({}),
  example: {},
  files: { file: 'The PDF, PNG or JSON of a certificate, or the JSON of a receipt, at most 10 MB' },
  upload: { bytes: MOST_FILE_FORM, tooLarge: fileTooLarge },
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
