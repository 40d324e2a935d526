import type { PURPOSES } from '#db/schema/holders.ts';
import { t } from '#messages';

export const certificateFound = () => t('texts.certificateFoundProceedToPayment');
export const invalidCertificate = () => t('texts.invalidCertificateOrVerificationFailed');

export const purposeNames = (): Record<(typeof PURPOSES)[number], string> => ({
  employment: t('purposes.employment'),
  admission: t('purposes.admission'),
  licence: t('purposes.licence'),
  other: t('common.other'),
});

type Purpose = { purpose: keyof ReturnType<typeof purposeNames> | null; purposeText: string | null };

/** The purpose of a look-up in words, or null. */
export const shownPurpose = ({ purpose, purposeText }: Purpose): string | null =>
  [purpose && purposeNames()[purpose], purposeText].filter(Boolean).join(': ') || null;

/** Error for a file that is too large to check. */
export const fileTooLarge = () => t('common.theFileMustHaveAtMost10Mb');
/** A file to check with its multipart framing. */
export const MOST_FILE_FORM = 10 * 1_048_576 + 64 * 1024;
