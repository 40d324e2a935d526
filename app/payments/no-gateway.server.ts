import { AppError, notFound } from '#app/shared/errors.server.ts';
import type { Gateway } from './gateway.ts';

export const PAYMENTS_OFF = 'Payments are turned off on this site. Nothing was charged.';

const refuse = (): never => {
  throw new AppError('conflict', PAYMENTS_OFF);
};

/** The gateway of PAYMENT_GATEWAY=none. It refuses each payment, so that what is paid or free still opens. */
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
