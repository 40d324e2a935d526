/** `none` turns payments off. */
const GATEWAYS = ['sandbox', 'stripe', 'invoice', 'none'] as const;
export type GatewayName = (typeof GATEWAYS)[number];

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

/**
 * The gateways of PAYMENT_GATEWAY, in order. `isPublic` says whether other machines can reach the site. `toError` makes an
 * error of a line.
 */
export function parsePayments(
  values: Values,
  { isPublic, isSecure }: { isPublic: boolean; isSecure: boolean },
  toError: (line: string) => Error,
) {
  const names = listed(values.PAYMENT_GATEWAY);
  const isKnown = (name: string): name is GatewayName => (GATEWAYS as readonly string[]).includes(name);
  if (names.length === 0 || !names.every(isKnown) || new Set(names).size < names.length) {
    throw toError(
      `PAYMENT_GATEWAY: must be a list of ${GATEWAYS.join(', ')}, separated by commas, each at most once`,
    );
  }
  if (names.length > 1 && names.includes('none')) {
    throw toError('PAYMENT_GATEWAY: none turns payments off; remove it, or the others');
  }
  // Otherwise anybody could choose a test card and pay nothing.
  if (isPublic && names.length > 1 && names.includes('sandbox')) {
    throw toError(
      'PAYMENT_GATEWAY: sandbox would give away what the other gateway sells; choose one of them',
    );
  }
  const stripeWebhookSecrets = listed(values.STRIPE_WEBHOOK_SECRET ?? '');
  if (names.includes('stripe')) {
    if (!values.STRIPE_SECRET_KEY) throw toError('STRIPE_SECRET_KEY: is required for PAYMENT_GATEWAY=stripe');
    if (stripeWebhookSecrets.length === 0) {
      throw toError('STRIPE_WEBHOOK_SECRET: is required for PAYMENT_GATEWAY=stripe');
    }
  }
  const stripePages = values.STRIPE_API_BASE ?? 'https://checkout.stripe.com';
  return {
    paymentGateways: names as GatewayName[],
    stripeWebhookSecrets,
    /** Whether anybody on the internet can buy everything with a test card. */
    sellsForTestCards: isPublic && isSecure && names.includes('sandbox'),
    /** Origins of the gateways' payment pages, which forms may redirect to. */
    checkoutOrigins: names.includes('stripe') ? [new URL(stripePages).origin] : [],
  };
}
