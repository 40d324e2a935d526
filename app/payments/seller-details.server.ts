import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { line, multiline, optional } from '#app/shared/fields.ts';
import { printedLine } from '#app/shared/printable.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { type ReceiptFacts, sellerDetails } from '#db/schema/payments.ts';
import { t } from '#messages';
import { parseTaxRate } from './receipt-lines.ts';

export const sellerSchema = z.object({
  name: printedLine(() => t('common.name')),
  address: optional(multiline(() => t('common.address'), 500)),
  taxId: optional(printedLine(() => t('common.taxId'), 50)),
  taxRate: optional(
    line(() => t('sellerDetails.taxRate'), 10).transform((text, context) => {
      const rate = parseTaxRate(text);
      if (rate !== null) return rate;
      context.addIssue({ code: 'custom', message: t('sellerDetails.taxRateMustBeAPercentageBelow100') });
      return z.NEVER;
    }),
  ),
});

type Seller = Pick<typeof sellerDetails.$inferSelect, 'name' | 'address' | 'taxId' | 'taxRate'>;

/** The seller's details for receipts. Null until they are set. */
export const currentSeller = (tx: Transaction): Seller | null =>
  tx.select().from(sellerDetails).orderBy(desc(sellerDetails.seq)).limit(1).get() ?? null;

/** The seller's details that documents show. */
export const printedSeller = (seller: Seller | null): ReceiptFacts['seller'] =>
  seller && { name: seller.name, address: seller.address, taxId: seller.taxId };

/**
 * The seller's details, and who set them and when. Null until they are set.
 * @throws AppError unauthenticated; forbidden
 */
export function readSellerDetails(actor: Actor): (Seller & { setBy: string; setAt: number }) | null {
  requireSuperAdmin(actor);
  const row = db()
    .select({ seller: sellerDetails, setBy: users.username })
    .from(sellerDetails)
    .innerJoin(users, eq(users.id, sellerDetails.setBy))
    .orderBy(desc(sellerDetails.seq))
    .limit(1)
    .get();
  return row ? { ...row.seller, setBy: row.setBy } : null;
}

/**
 * Sets the seller's details for future receipts.
 * @param input {name, address?, taxId?, taxRate?}
 * @throws AppError unauthenticated; forbidden; invalid
 */
export function setSellerDetails(actor: Actor, input: z.output<typeof sellerSchema>): { message: string } {
  requireSuperAdmin(actor);
  const { name, address = null, taxId = null, taxRate = null } = input;
  const row = { name, address, taxId, taxRate, setBy: actor.user.id, setAt: now() };
  transaction((tx) => {
    const before = tx.select().from(sellerDetails).orderBy(desc(sellerDetails.seq)).limit(1).get();
    recordAct(tx, actor, 'settings.seller', {
      before: before && {
        name: before.name,
        address: before.address,
        taxId: before.taxId,
        taxRate: before.taxRate,
      },
      after: { name, address, taxId, taxRate },
    });
    tx.insert(sellerDetails).values(row).run();
  });
  return { message: t('sellerDetails.newReceiptsWillShowTheseDetails') };
}
