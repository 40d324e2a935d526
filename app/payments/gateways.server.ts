import { z } from 'zod';
import { env } from '#app/config/env.server.ts';
import type { GatewayName } from '#app/config/payments.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { optional } from '#app/shared/fields.ts';
import { t } from '#messages';
import { invoiceGateway } from './credit/invoice.server.ts';
import type { Gateway } from './gateway.ts';
import { sandboxGateway } from './sandbox.server.ts';
import { stripeGateway } from './stripe.server.ts';

const paymentsOff = () => t('noGateway.paymentsAreTurnedOffOnThisSite');

const refuse = (): never => {
  throw new AppError('conflict', paymentsOff());
};

/** The gateway of PAYMENT_GATEWAY=none. It refuses new payments only: paid and free content still opens. */
const noGateway: Gateway = {
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

const ALL: Record<GatewayName, Gateway> = {
  sandbox: sandboxGateway,
  stripe: stripeGateway,
  invoice: invoiceGateway,
  none: noGateway,
};

/** The configured gateways. The first is the default. */
export const gateways = (): Gateway[] => env().paymentGateways.map((name) => ALL[name]);

/** The gateway of a stored payment, or null when it is no longer configured. */
export const gatewayNamed = (name: string): Gateway | null =>
  gateways().find((gateway) => gateway.name === name) ?? null;

const configuredNames = () => gateways().map(({ name }) => name);

/** The payer's choice of a gateway, for `chosenGateway`. The API's description names the configured gateways only. */
export const gatewayField = optional(z.string({ error: () => t('gateways.gatewayMustBeText') })).meta({
  description:
    'One of the configured gateways; the first by default. With invoice the account’s credit pays at once, without card fields',
  override: ({ jsonSchema }) => Object.assign(jsonSchema, { enum: configuredNames() }),
});

/**
 * The gateway that the payer chose, or the default.
 * @throws AppError invalid for a gateway that is not configured
 */
export function chosenGateway(name: unknown): Gateway {
  const configured = gateways();
  const [first] = configured;
  const asked =
    name === undefined || name === null || name === ''
      ? first
      : configured.find((gateway) => gateway.name === name);
  if (asked) return asked;
  const message = t('gateways.gatewayMustBeConfigurednames', {
    configuredNames: configuredNames().join(', '),
  });
  throw invalid(message, { gateway: [message] });
}

/** Whether payments are for testing: test cards are accepted, real ones are not. */
export const isTestMode = () =>
  gateways().some(({ live }) => !live) && !gateways().some(({ live, hasOwnPage }) => live && hasOwnPage);
