import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { ownerOfToken, redeemOneTimeToken } from '#app/accounts/one-time-tokens.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { db, transaction } from '#db/client.ts';
import { secondFactorResets } from '#db/schema/account-recovery.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';

const linkDead = () => t('common.thisLinkIsNoLongerValid');
export const objectedTexts = () => t('objectToReset.youHaveObjected');

type Announced = { reason: string; effectiveAt: number; hasObjected: boolean };

/**
 * The reset to which a mailed link objects. Changes nothing.
 * @throws AppError not-found for a wrong or expired link, and once the second factor is gone
 */
export function announcedReset(token: string): Announced & { userId: string } {
  const owner = ownerOfToken(token, 'object-to-reset');
  if (!owner) throw notFound(linkDead());
  const { userId } = owner;
  const newest = db()
    .select()
    .from(secondFactorResets)
    .where(eq(secondFactorResets.userId, userId))
    .orderBy(desc(secondFactorResets.seq))
    .limit(1)
    .get();
  if (!newest || newest.doneAt !== null) throw notFound(linkDead());
  const { reason, effectiveAt, objectedAt } = newest;
  return { userId, reason, effectiveAt, hasObjected: objectedAt !== null };
}

/**
 * Stops the reset of a mailed link. Repeating it succeeds, because people click twice.
 * @param address of the client
 * @throws AppError as `announcedReset`; conflict when the 24 hours are over
 */
export function objectToReset(token: string, address: string): { message: string } {
  const { userId, hasObjected } = announcedReset(token);
  if (hasObjected) return { message: objectedTexts() };
  transaction((tx) => {
    const open = and(
      eq(secondFactorResets.userId, userId),
      isNull(secondFactorResets.objectedAt),
      isNull(secondFactorResets.doneAt),
      gt(secondFactorResets.effectiveAt, now()),
    );
    const { changes } = tx.update(secondFactorResets).set({ objectedAt: now() }).where(open).run();
    if (changes === 0) throw new AppError('conflict', t('objectToReset.itIsTooLateToObject'));
    redeemOneTimeToken(tx, token, 'object-to-reset');
    const isIssuer = tx.select().from(users).where(eq(users.id, userId)).get()?.role === 'admin';
    recordAct(tx, { kind: 'visitor', address }, 'second_factor.reset_objected', {
      object: ['account', userId],
      organisation: isIssuer ? userId : null,
    });
  });
  recordSecurityEvent('second factor reset objected', { userId, address });
  return { message: objectedTexts() };
}
