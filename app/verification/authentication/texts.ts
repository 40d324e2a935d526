/** Error for a file that is too large to check. */
export const FILE_TOO_LARGE = 'The file must have at most 10 MB.';
/** A file to check with its multipart framing. */
export const MOST_FILE_FORM = 10 * 1_048_576 + 64 * 1024;
