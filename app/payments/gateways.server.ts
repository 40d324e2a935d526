import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { env } from '#app/config/env.server.ts';
import type { GatewayName } from '#app/config/payments.server.ts';
import { invoiceGateway } from '#app/payments/credit/ledger.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { optional } from '#app/shared/fields.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db } from '#db/client.ts';
import { sandboxCharges } from '#db/schema/payments.ts';
import { t } from '#messages';
import type { Gateway, Outcome } from './gateway.ts';
import { storedReason } from './stored-reasons.ts';
import { stripeGateway } from './stripe.server.ts';

/** The card industry's published test numbers, with their outcomes. */
const OUTCOMES: Record<string, 'succeeded' | { declined: string }> = {
  '4242424242424242': 'succeeded',
  '4111111111111111': 'succeeded',
  '5555555555554444': 'succeeded',
  '378282246310005': 'succeeded',
  '4000000000000002': { declined: storedReason('card-declined') },
  '4000000000009995': { declined: storedReason('insufficient-funds') },
  '4000000000000119': { declined: storedReason('processing-error') },
};

const find = (paymentId: string): Outcome | null => {
  const row = db().select().from(sandboxCharges).where(eq(sandboxCharges.paymentId, paymentId)).get();
  if (!row) return null;
  const { reference, amountMinor, currency, declineMessage } = row;
  return declineMessage === null
    ? { state: 'paid', reference, amountMinor, currency }
    : { state: 'failed', reference, message: declineMessage };
};

/**
 * The built-in gateway, which accepts only test numbers. Like a payment provider it keeps its own ledger, from which the
 * outcome of a lost response can be recovered.
 */
export const sandboxGateway: Gateway = {
  name: 'sandbox',
  live: false,
  takesCards: true,
  hasOwnPage: false,
  async startCheckout({ paymentId, amountMinor, currency, card }) {
    const outcome = (card && OUTCOMES[card.number]) ?? { declined: storedReason('only-test-cards') };
    db()
      .insert(sandboxCharges)
      .values({
        paymentId,
        reference: newId(),
        amountMinor,
        currency,
        declineMessage: outcome === 'succeeded' ? null : outcome.declined,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .run();
    const charged = find(paymentId);
    if (!charged) throw new Error('The sandbox lost a charge that it has just recorded');
    return charged;
  },
  find: async ({ id }) => find(id),
  cancel: async ({ id }) => find(id),
  async refund({ id }) {
    db()
      .update(sandboxCharges)
      .set({ refundedAt: now() })
      .where(and(eq(sandboxCharges.paymentId, id), isNull(sandboxCharges.refundedAt)))
      .run();
  },
  async readWebhook() {
    throw notFound();
  },
};

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
