import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { membersWho } from '#app/accounts/organisations/members.server.ts';
import { concerning, recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import {
  issuerApprovedMail,
  issuerReinstatedMail,
  issuerSuspendedMail,
} from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { wholeNumber } from '#app/shared/fields.ts';
import { transaction } from '#db/client.ts';
import { issuerDecisions, issuerQuotas, users } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import { type AccountStatus, type Actor, requireSuperAdmin } from './actor.server.ts';
import { nameLooks, twinsSentence } from './name-twins.server.ts';
import { statusOfOrganisation } from './sessions.server.ts';

export const decideIssuerSchema = z.object({
  issuerId: z.string().max(64),
  decision: z.enum(['approve', 'suspend', 'reinstate'], {
    error: () => t('common.theDecisionIsNotValid'),
  }),
});

type Named = { name: string };

/** The required status, the record, the message and the mail of each decision. */
const DECISIONS = {
  approve: {
    requires: 'pending',
    recordedAs: 'approved',
    decided: ({ name }: Named) => t('decideIssuer.nameWasApproved', { name }),
    mail: issuerApprovedMail,
  },
  suspend: {
    requires: 'active',
    recordedAs: 'suspended',
    decided: ({ name }: Named) => t('decideIssuer.nameWasSuspended', { name }),
    mail: issuerSuspendedMail,
  },
  reinstate: {
    requires: 'suspended',
    recordedAs: 'reinstated',
    decided: ({ name }: Named) => t('decideIssuer.nameWasReinstated', { name }),
    mail: issuerReinstatedMail,
  },
} as const;

/** The message about a decision that an issuer's status does not allow. */
const REFUSALS: Record<AccountStatus, (name: string) => string> = {
  pending: (name) => t('decideIssuer.nameIsWaitingForApprovalAlready', { name }),
  active: (name) => t('decideIssuer.nameIsActiveAlready', { name }),
  suspended: (name) => t('decideIssuer.nameIsSuspendedAlready', { name }),
};

/**
 * Approves a pending issuer, suspends an active one or reinstates a suspended one, and informs the issuer by
 * mail.
 * @param input {issuerId, decision: 'approve' | 'suspend' | 'reinstate'}
 * @throws AppError forbidden unless the actor is a super admin; not-found; conflict when the issuer has another status, for
 *   example because another super admin has decided in the meantime
 */
export function decideIssuer(actor: Actor, input: z.output<typeof decideIssuerSchema>): { message: string } {
  requireSuperAdmin(actor);
  const { issuerId, decision } = input;
  const { requires, recordedAs, decided, mail } = DECISIONS[decision];
  const issuer = transaction((tx) => {
    const found = tx
      .select({ seq: users.seq, name: organisations.name })
      .from(organisations)
      .innerJoin(users, eq(users.id, organisations.id))
      .where(and(eq(organisations.id, issuerId), isNull(organisations.closedAt)))
      .get();
    if (!found) throw notFound();
    const status = statusOfOrganisation(issuerId);
    if (status !== requires) throw new AppError('conflict', REFUSALS[status](found.name));
    tx.insert(issuerDecisions)
      .values({ userId: issuerId, decision: recordedAs, decidedBy: actor.user.id, decidedAt: now() })
      .run();
    recordAct(tx, actor, `issuer.${recordedAs}`, { ...concerning(issuerId), before: { status } });
    for (const member of membersWho(issuerId, 'certificates', 'courses')) enqueueMail(tx, mail(member));
    return found;
  });
  recordSecurityEvent(`issuer ${recordedAs}`, {
    userId: actor.user.id,
    subjectId: issuerId,
    address: actor.address,
  });
  const twins = decision === 'suspend' ? '' : twinsSentence(nameLooks(issuer.seq, issuer.name));
  return { message: joinSentences([decided(issuer), twins]) };
}

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
