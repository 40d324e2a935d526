import { createStoredTexts } from '#app/shared/stored-texts.ts';
import { t } from '#messages';

const titles = createStoredTexts({
  /** @param uniqueId in groups of four */
  verification: (uniqueId) => t('verificationPayments.verificationOfCertificateUniqueid', { uniqueId }),
  // The title may contain the separator.
  course: (...title) => t('coursePayments.courseTitle', { title: title.join('|') }),
  /** @param number as printed */
  statement: (number) => t('common.statementNumber', { number }),
});

/** The title of a paid item as a code, which the ledger of credit stores. */
export const storedTitle = titles.store;

/** A stored title in the reader's language. */
export const titleText = titles.read;
