import { t } from '#messages';
/** Error for a file that is too large to check. */
export const fileTooLarge = () => t('common.theFileMustHaveAtMost10Mb');
/** A file to check with its multipart framing. */
export const MOST_FILE_FORM = 10 * 1_048_576 + 64 * 1024;
