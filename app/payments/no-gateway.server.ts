import { AppError, notFound } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import type { Gateway } from './gateway.ts';

export const paymentsOff = () => t('noGateway.paymentsAreTurnedOffOnThisSite');

const refuse = (): never => {
  throw new AppError('conflict', paymentsOff());
};

/** The gateway of PAYMENT_GATEWAY=none. It refuses new payments only: paid and free content still opens. */
export const noGateway: Gateway = {
  name: 'none',
  live: true,
  takesCards: false,
  hasOwnPage: false,
  requireFunds: refuse,
  startCheckout: async () => refuse(),
  find: async () => null,
  cancel: async () => null,
  refund: async () => refuse(),
  async readWebhook() {
    throw notFound();
  },
};
