import type { Actor } from '#app/accounts/actor.server.ts';
import type { LastAttempt } from '#app/payments/attempts.server.ts';
import { ownCredit } from '#app/payments/credit/list-credit.server.ts';
import { gatewayName } from '#app/payments/gateway.ts';
import { gateways, isTestMode } from '#app/payments/gateways.server.ts';
import { formatUsd } from '#app/shared/money.ts';

export type ShownGateway = {
  name: string;
  takesCards: boolean;
  label: string;
  /** The payer's available credit, and whether it covers the payment. Null for other gateways. */
  credit: { left: string; covers: boolean } | null;
};

/** The gateways for a payment page. Credit comes first and is only offered to accounts with an agreement. */
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
      label: gatewayName(name),
      credit:
        name === 'invoice' && credit
          ? { left: formatUsd(credit.leftMinor), covers: credit.leftMinor >= amountMinor }
          : null,
    })),
  };
}

/** The last attempt for a payment page. Null for a declined card, because the card form already shows the decline. */
export function shownAttempt(attempt: LastAttempt | null): LastAttempt | null {
  const isDecline = attempt?.state === 'failed' && attempt.gateway === 'sandbox';
  return isDecline ? null : attempt;
}

/** Fields that are never sent back. */
export const CARD_FIELDS = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvCode'];
