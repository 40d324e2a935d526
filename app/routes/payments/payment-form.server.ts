import type { Actor } from '#app/accounts/actor.server.ts';
import type { LastAttempt } from '#app/payments/attempts.server.ts';
import { cardLabels, cardSchema } from '#app/payments/card.schema.ts';
import { ownCredit } from '#app/payments/credit/list-credit.server.ts';
import { type Card, gatewayName } from '#app/payments/gateway.ts';
import { chosenGateway, gateways, isTestMode } from '#app/payments/gateways.server.ts';
import { cardOf } from '#app/payments/pay.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';

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

const noCards = () => t('readCard.cardDataIsNotAcceptedHere');

/**
 * Reads the card among the fields of a payment, or null if they have none.
 * @throws AppError invalid, naming fields, also for card data that the chosen gateway must not get from us
 */
export function readCard(fields: Record<string, unknown>): Card | null {
  const gateway = chosenGateway(fields.gateway);
  if (Object.keys(cardLabels()).every((name) => fields[name] === '' || (fields[name] ?? null) === null))
    return null;
  if (gateway.takesCards)
    return cardOf(parseInput(cardSchema(now()), fields, t('common.pleaseFillInAllFields')));
  // Where payments are turned off, that is the answer.
  if (gateway.name !== 'none') throw invalid(noCards());
  return null;
}
