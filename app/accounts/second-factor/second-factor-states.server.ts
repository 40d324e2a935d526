import { inArray } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { secondFactorResets } from '#db/schema/account-recovery.ts';
import { authenticatorApps, passkeys } from '#db/schema/second-factor.ts';

/** What super admins see of an account's second factor. Times are in ms UTC. */
export type SecondFactorState = {
  isOn: boolean;
  /** The newest request to reset it, unless it was carried out. */
  reset: { effectiveAt: number; objectedAt: number | null } | null;
};

/** Reads the states of a page of accounts with three queries. */
export function secondFactorStates(userIds: string[]): (userId: string) => SecondFactorState {
  const apps = authenticatorApps;
  const on = new Set(
    [
      db().select({ userId: apps.userId }).from(apps).where(inArray(apps.userId, userIds)).all(),
      db().select({ userId: passkeys.userId }).from(passkeys).where(inArray(passkeys.userId, userIds)).all(),
    ]
      .flat()
      .map(({ userId }) => userId),
  );
  const resets = new Map(
    db()
      .select()
      .from(secondFactorResets)
      .where(inArray(secondFactorResets.userId, userIds))
      .orderBy(secondFactorResets.seq)
      .all()
      .map((reset) => [reset.userId, reset]),
  );
  return (userId) => {
    const reset = resets.get(userId);
    return {
      isOn: on.has(userId),
      reset:
        reset && reset.doneAt === null
          ? { effectiveAt: reset.effectiveAt, objectedAt: reset.objectedAt }
          : null,
    };
  };
}
