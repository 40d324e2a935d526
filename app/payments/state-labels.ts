import { t } from '#messages';
/** Labels of the payment states for super admins. */
export const stateLabels = () =>
  ({
    created: t('stateLabels.created'),
    pending: t('stateLabels.pending'),
    paid: t('stateLabels.paid'),
    failed: t('stateLabels.failed'),
    expired: t('stateLabels.expired'),
    refunded: t('stateLabels.refunded'),
    disputed: t('stateLabels.disputed'),
  }) as const;
