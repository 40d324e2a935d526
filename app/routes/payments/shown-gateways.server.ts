import type { LastAttempt } from '#app/payments/attempts.server.ts';
import { GATEWAY_NAMES } from '#app/payments/gateway.ts';
import { gateways, isTestMode } from '#app/payments/gateways.server.ts';

export type ShownGateway = { name: string; takesCards: boolean; label: string };

/** The gateways as a payment's page shows them. */
export const shownGateways = (): { gateways: ShownGateway[]; testMode: boolean } => ({
  testMode: isTestMode(),
  gateways: gateways().map(({ name, takesCards }) => ({
    name,
    takesCards,
    label: GATEWAY_NAMES[name] ?? name,
  })),
});

/** The last attempt as a payment's page shows it. The form of a card tells of a decline itself. */
export function shownAttempt(attempt: LastAttempt | null): LastAttempt | null {
  const isDecline = attempt?.state === 'failed' && attempt.gateway === 'sandbox';
  return isDecline ? null : attempt;
}

/** Fields that no page sends back. */
export const CARD_FIELDS = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvCode'];
