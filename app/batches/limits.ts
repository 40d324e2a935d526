import { t } from '#messages';
/* Limits of batches for pages and the HTTP edge. Apart from the schema, so that they load no validation code. */

export const MAX_CSV_BYTES = 10 * 1_048_576;
export const MAX_JSON_BYTES = 2 * 1_048_576;
export const csvTooLarge = () => t('common.theFileMustHaveAtMost10Mb');
export const jsonTooLarge = () => t('limits.theBodyMustHaveAtMost2Mb');
/** A CSV with its multipart framing. */
export const MOST_CSV_FORM = MAX_CSV_BYTES + 64 * 1024;

/** The field of forms and calls with a ZIP of photographs, or a single one. */
export const ZIP_FIELD = 'pictures';
/** A ZIP of photographs. Larger ones have another format. */
export const MAX_ZIP_BYTES = 4 * 1024 ** 3 - 1;
export const zipTooLarge = () => t('batchPictures.theZipMustHaveAtMost4Gb');
/** The form with a list and a ZIP, with its multipart framing. */
export const MOST_ZIP_FORM = MAX_ZIP_BYTES + MOST_CSV_FORM;
