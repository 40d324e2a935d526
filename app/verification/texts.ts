import { t } from '#messages';
export const certificateFound = () => t('texts.certificateFoundProceedToPayment');
export const invalidCertificate = () => t('texts.invalidCertificateOrVerificationFailed');
