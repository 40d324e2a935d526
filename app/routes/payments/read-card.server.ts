import { cardLabels, cardSchema } from '#app/payments/card.schema.ts';
import type { Card } from '#app/payments/gateway.ts';
import { chosenGateway } from '#app/payments/gateways.server.ts';
import { cardOf } from '#app/payments/pay.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';

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
