import { t } from '#messages';
/* Limits of batches for pages and the HTTP edge. Apart from the schema, so that they load no validation code. */

export const MAX_CSV_BYTES = 10 * 1_048_576;
export const MAX_JSON_BYTES = 2 * 1_048_576;
export const csvTooLarge = () => t('common.theFileMustHaveAtMost10Mb');
export const jsonTooLarge = () => t('limits.theBodyMustHaveAtMost2Mb');
/** A CSV with its multipart framing. */
export const MOST_CSV_FORM = MAX_CSV_BYTES + 64 * 1024;
