import type { Actor } from '#app/accounts/actor.server.ts';
import type { LastAttempt } from '#app/payments/attempts.server.ts';
import { ownCredit } from '#app/payments/credit/list-credit.server.ts';
import { GATEWAY_NAMES } from '#app/payments/gateway.ts';
import { gateways, isTestMode } from '#app/payments/gateways.server.ts';
import { formatUsd } from '#app/shared/money.ts';

export type ShownGateway = {
  name: string;
  takesCards: boolean;
  label: string;
  /** What is left of the payer's credit, and whether it covers the payment; null for other gateways. */
  credit: { left: string; covers: boolean } | null;
};

/** The gateways as a payment's page shows them. Credit is offered to accounts with an agreement, before the others. */
export function shownGateways(
  actor: Actor,
  amountMinor: number,
): { gateways: ShownGateway[]; testMode: boolean } {
  const own = ownCredit(actor);
  const credit = own?.endedAt === null ? own : null;
  const others = gateways().filter(({ name }) => name !== 'invoice');
  const onCredit = gateways().filter(({ name }) => name === 'invoice' && credit !== null);
  return {
    testMode: isTestMode(),
    gateways: [...onCredit, ...others].map(({ name, takesCards }) => ({
      name,
      takesCards,
      label: GATEWAY_NAMES[name] ?? name,
      credit:
        name === 'invoice' && credit
          ? { left: formatUsd(credit.leftMinor), covers: credit.leftMinor >= amountMinor }
          : null,
    })),
  };
}

/** The last attempt as a payment's page shows it. The form of a card tells of a decline itself. */
export function shownAttempt(attempt: LastAttempt | null): LastAttempt | null {
  const isDecline = attempt?.state === 'failed' && attempt.gateway === 'sandbox';
  return isDecline ? null : attempt;
}

/** Fields that no page sends back. */
export const CARD_FIELDS = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvCode'];
