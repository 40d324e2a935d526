import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { type BillingDetails, billingDetails } from '#app/accounts/billing-details.server.ts';
import type { buyerSchema } from '#app/accounts/settings.schema.server.ts';

/** The buyer's details for the receipt. Those that are not given come from the account. */
export function buyerOf(actor: Actor, { company, taxId }: z.output<typeof buyerSchema>): BillingDetails {
  const known = billingDetails(actor);
  return {
    company: company === undefined ? known.company : company,
    taxId: taxId === undefined ? known.taxId : taxId,
  };
}
