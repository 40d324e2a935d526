import { ConfigurationError, itemsOf, type Variables } from './variables.ts';

/** `none` turns payments off. */
const GATEWAYS = ['sandbox', 'stripe', 'invoice', 'none'] as const;
export type GatewayName = (typeof GATEWAYS)[number];

/**
 * The gateways of PAYMENT_GATEWAY, in order. `isPublic` says whether other machines can reach the site.
 */
export function parsePayments(
  values: Variables,
  { isPublic, isSecure }: { isPublic: boolean; isSecure: boolean },
) {
  const names = itemsOf(values.PAYMENT_GATEWAY);
  const isKnown = (name: string): name is GatewayName => GATEWAYS.some((known) => known === name);
  if (names.length === 0 || !names.every(isKnown) || new Set(names).size < names.length) {
    throw new ConfigurationError(
      `PAYMENT_GATEWAY: must be a list of ${GATEWAYS.join(', ')}, separated by commas, each at most once`,
    );
  }
  if (names.length > 1 && names.includes('none')) {
    throw new ConfigurationError('PAYMENT_GATEWAY: none turns payments off; remove it, or the others');
  }
  // Otherwise anybody could choose a test card and pay nothing.
  if (isPublic && names.length > 1 && names.includes('sandbox')) {
    throw new ConfigurationError(
      'PAYMENT_GATEWAY: sandbox would give away what the other gateway sells; choose one of them',
    );
  }
  const stripeWebhookSecrets = itemsOf(values.STRIPE_WEBHOOK_SECRET);
  if (names.includes('stripe')) {
    if (!values.STRIPE_SECRET_KEY)
      throw new ConfigurationError('STRIPE_SECRET_KEY: is required for PAYMENT_GATEWAY=stripe');
    if (stripeWebhookSecrets.length === 0) {
      throw new ConfigurationError('STRIPE_WEBHOOK_SECRET: is required for PAYMENT_GATEWAY=stripe');
    }
  }
  const stripePages = values.STRIPE_API_BASE ?? 'https://checkout.stripe.com';
  return {
    paymentGateways: names,
    stripeWebhookSecrets,
    /** Whether anybody on the internet can buy everything with a test card. */
    sellsForTestCards: isPublic && isSecure && names.includes('sandbox'),
    /** Origins of the gateways' payment pages, which forms may redirect to. */
    checkoutOrigins: names.includes('stripe') ? [new URL(stripePages).origin] : [],
  };
}
