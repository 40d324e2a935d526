const KB = 1024;

/** A page's form. The longest field has 5,000 characters, at most 45 KB URL-encoded. */
export const FORM_BYTES = 64 * KB;
/** A form with the text of a lesson: 100,000 characters, at most 900 KB URL-encoded. Own fields or their choices have 20,000. */
export const LONG_FORM_BYTES = 1024 * KB;
/** A checkpoint, or the event of a webhook. */
export const SERVER_BYTES = 256 * KB;
/** JSON of an API call with a token. Without one, the limit is lower (routes/api/v1/read-request.ts). */
export const API_BYTES = 1024 * KB;
/** A message of an MCP client, with a file of 4 MB in base64 at most. */
export const MCP_BYTES = 6 * 1024 * KB;
