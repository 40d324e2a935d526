import { t } from '#messages';
export const PAYMENT_STATES = [
  'created',
  'pending',
  'paid',
  'failed',
  'expired',
  'refunded',
  'disputed',
] as const;

/** Labels of the payment states for super admins. */
export const stateLabels = (): Record<(typeof PAYMENT_STATES)[number], string> => ({
  created: t('stateLabels.created'),
  pending: t('stateLabels.pending'),
  paid: t('stateLabels.paid'),
  failed: t('common.failed'),
  expired: t('stateLabels.expired'),
  refunded: t('stateLabels.refunded'),
  disputed: t('stateLabels.disputed'),
});
