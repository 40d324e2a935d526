import { t } from '#messages';
/** With ISSUER_APPROVAL=auto, an issuer is active once its address is confirmed. */
export const notReviewed = () => t('decisionWords.addressConfirmedNotReviewed');

/** The words for a decision about an issuer, the same on pages and in the published list. */
export const decisionWords = (
  decision: 'approved' | 'suspended' | 'reinstated',
  isReviewed: boolean,
): string =>
  isReviewed || decision === 'suspended'
    ? t('decisionWords.decisionByASuperAdmin', { decision })
    : notReviewed();
