import type { Actor } from '#app/accounts/actor.server.ts';
import { type BillingDetails, billingDetails } from '#app/accounts/billing-details.server.ts';
import { billingSchema } from '#app/accounts/settings.schema.ts';
import { parseInput } from '#app/shared/parse.server.ts';

/**
 * Reads the buyer's details for the receipt. Fields without input come from the account.
 * @param input {company?, taxId?}; an empty text means none
 * @throws AppError invalid, naming fields
 */
export function readBuyer(actor: Actor, input: unknown): BillingDetails {
  const { company, taxId } = parseInput(billingSchema, input);
  const known = billingDetails(actor);
  const isGiven = (name: string) => (input as Record<string, unknown>)[name] !== undefined;
  return {
    company: isGiven('company') ? (company ?? null) : known.company,
    taxId: isGiven('taxId') ? (taxId ?? null) : known.taxId,
  };
}
