/** Error for a file that is too large to check. */
export const FILE_TOO_LARGE = 'The file must have at most 10 MB.';
