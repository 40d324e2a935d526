import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { concerning, recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { wholeNumber } from '#app/shared/fields.ts';
import { transaction } from '#db/client.ts';
import { issuerQuotas } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import { type Actor, requireSuperAdmin } from './actor.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';

const notAQuota = () => t('setIssueQuota.dailyQuotaMustBeAWhole');

export const issueQuotaSchema = z.object({
  issuerId: z.string().max(64),
  perDay: wholeNumber(() => t('setIssueQuota.dailyQuota'), 1, 1_000_000, notAQuota),
});

/**
 * Sets how many certificates an issuer may issue per day, overriding ISSUE_QUOTA_PER_DAY.
 * @param input {issuerId, perDay}
 * @throws AppError forbidden unless the actor is a super admin; invalid; not-found
 */
export function setIssueQuota(actor: Actor, input: z.output<typeof issueQuotaSchema>): { message: string } {
  requireSuperAdmin(actor);
  const { issuerId, perDay } = input;
  const issuer = transaction((tx) => {
    const found = tx
      .select({ name: organisations.name })
      .from(organisations)
      .where(eq(organisations.id, issuerId))
      .get();
    if (!found) throw notFound();
    const quota = tx.select().from(issuerQuotas).where(eq(issuerQuotas.userId, issuerId)).get();
    const before = { perDay: quota?.perDay ?? null };
    recordAct(tx, actor, 'issuer.quota', { ...concerning(issuerId), before, after: { perDay } });
    const set = { perDay, setBy: actor.user.id, setAt: now() };
    tx.insert(issuerQuotas)
      .values({ userId: issuerId, ...set })
      .onConflictDoUpdate({ target: issuerQuotas.userId, set })
      .run();
    return found;
  });
  recordSecurityEvent('issue quota set', {
    userId: actor.user.id,
    subjectId: issuerId,
    address: actor.address,
    count: perDay,
  });
  return { message: t('setIssueQuota.nameMayIssuePerdayCertificatesADay', { name: issuer.name, perDay }) };
}
