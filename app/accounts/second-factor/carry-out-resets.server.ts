import { and, eq, isNull, lte } from 'drizzle-orm';
import { defaultOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { createPatientLoop } from '#app/shared/each-row.server.ts';
import { db, transaction } from '#db/client.ts';
import { secondFactorResets } from '#db/schema/account-recovery.ts';
import { users } from '#db/schema/accounts.ts';
import { removeSecondFactor } from './manage-second-factor.server.ts';
import { tellOwner } from './tell-owner.server.ts';

const AT_ONCE = 100;

const due = () =>
  and(
    isNull(secondFactorResets.objectedAt),
    isNull(secondFactorResets.doneAt),
    lte(secondFactorResets.effectiveAt, now()),
  );

/** Removes one second factor, unless the owner has objected meanwhile. */
function carryOut({ seq, userId }: Pick<typeof secondFactorResets.$inferSelect, 'seq' | 'userId'>) {
  const removed = transaction((tx) => {
    const still = and(eq(secondFactorResets.seq, seq), due());
    if (tx.update(secondFactorResets).set({ doneAt: now() }).where(still).run().changes === 0) return false;
    const owner = tx.select().from(users).where(eq(users.id, userId)).get();
    // The owner may have switched it off.
    if (!owner || !removeSecondFactor(tx, userId)) return false;
    tellOwner(tx, owner, 'reset');
    const organisation = defaultOrganisation(tx, userId);
    recordAct(tx, { kind: 'system' }, 'second_factor.reset', { object: ['account', userId], organisation });
    return true;
  });
  if (removed) recordSecurityEvent('second factor reset', { userId });
}

const forEachReset = createPatientLoop('resets');

/** Removes the second factors whose owners have not objected in time. */
export function carryOutResets() {
  const { seq, userId } = secondFactorResets;
  const rows = db().select({ seq, userId }).from(secondFactorResets).where(due()).limit(AT_ONCE).all();
  forEachReset(rows, ({ seq: row }) => row, carryOut);
}
