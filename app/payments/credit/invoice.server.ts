import type { Gateway } from '#app/payments/gateway.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { requireCredit } from './ledger.server.ts';

/**
 * Payments from the credit of an account with an agreement. The ledger is in this database: the transaction that settles a
 * payment draws on it, and the one that refunds the payment returns the amount. A payment that was not settled was therefore
 * never charged.
 */
export const invoiceGateway: Gateway = {
  name: 'invoice',
  live: true,
  takesCards: false,
  hasOwnPage: false,
  requireFunds: requireCredit,
  startCheckout: async ({ paymentId, amountMinor, currency }) => ({
    state: 'paid',
    reference: paymentId,
    amountMinor,
    currency,
  }),
  find: async () => null,
  cancel: async () => null,
  async refund() {},
  async readWebhook() {
    throw notFound();
  },
};
