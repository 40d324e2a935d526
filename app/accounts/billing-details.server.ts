import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { db, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { type Actor, requireMember } from './actor.server.ts';
import { requireLogin } from './require-login.server.ts';
import type { billingSchema } from './settings.schema.server.ts';

export type BillingDetails = { company: string | null; taxId: string | null };

/**
 * The actor's company and tax ID for receipts.
 * @throws AppError unauthenticated
 */
export function billingDetails(actor: Actor): BillingDetails {
  requireMember(actor);
  const row = db()
    .select({ company: users.company, taxId: users.taxId })
    .from(users)
    .where(eq(users.id, actor.user.id))
    .get();
  return row ?? { company: null, taxId: null };
}

/**
 * Sets the actor's company and tax ID for later receipts.
 * @param input {company?, taxId?}
 * @throws AppError unauthenticated; forbidden for a named API token; invalid
 */
export function setBillingDetails(actor: Actor, input: z.output<typeof billingSchema>): { message: string } {
  requireLogin(actor);
  const { company, taxId } = input;
  const { id } = actor.user;
  transaction((tx) => {
    const hashed = (text: string | null) => text && hashOfText(tx, id, text);
    const before = billingDetails(actor);
    tx.update(users).set({ company, taxId }).where(eq(users.id, id)).run();
    recordAct(tx, actor, 'settings.billing', {
      before: { company: hashed(before.company), taxId: hashed(before.taxId) },
      after: { company: hashed(company ?? null), taxId: hashed(taxId ?? null) },
    });
  });
  return { message: t('billingDetails.yourNextReceiptsWillShowTheseDetails') };
}
