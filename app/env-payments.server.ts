import { GATEWAYS, type GatewayName } from './payments/gateway.ts';

type Values = {
  PAYMENT_GATEWAY: string;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
};

const listed = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** The gateways of PAYMENT_GATEWAY, in its order. `isPublic`: others can reach the site. `problem` makes the error of one line. */
export function parsePayments(values: Values, isPublic: boolean, problem: (line: string) => Error) {
  const names = listed(values.PAYMENT_GATEWAY);
  const isKnown = (name: string): name is GatewayName => (GATEWAYS as readonly string[]).includes(name);
  if (names.length === 0 || !names.every(isKnown) || new Set(names).size < names.length) {
    throw problem(`PAYMENT_GATEWAY: takes ${GATEWAYS.join(', ')}, each at most once, separated by commas`);
  }
  // Everybody could choose a test card for what others pay for.
  if (isPublic && names.length > 1 && names.includes('sandbox')) {
    throw problem('PAYMENT_GATEWAY: sandbox gives away what the other gateway sells; name one of them');
  }
  const stripeWebhookSecrets = listed(values.STRIPE_WEBHOOK_SECRET ?? '');
  if (names.includes('stripe')) {
    if (!values.STRIPE_SECRET_KEY) throw problem('STRIPE_SECRET_KEY: is required for PAYMENT_GATEWAY=stripe');
    if (stripeWebhookSecrets.length === 0) {
      throw problem('STRIPE_WEBHOOK_SECRET: is required for PAYMENT_GATEWAY=stripe');
    }
  }
  const stripePages = values.STRIPE_API_BASE ?? 'https://checkout.stripe.com';
  return {
    paymentGateways: names as GatewayName[],
    stripeWebhookSecrets,
    /** Origins of the gateways' payment pages, to which a form may lead. */
    checkoutOrigins: names.includes('stripe') ? [new URL(stripePages).origin] : [],
  };
}
