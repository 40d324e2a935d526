/* What pages and the server's edge need to know of a batch. It is apart from the schema, so that they load no validation code. */

export const MAX_CSV_BYTES = 10 * 1_048_576;
export const MAX_JSON_BYTES = 2 * 1_048_576;
export const CSV_TOO_LARGE = 'The file must have at most 10 MB.';
export const JSON_TOO_LARGE = 'The body must have at most 2 MB.';
