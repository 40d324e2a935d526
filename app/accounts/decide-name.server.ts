import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { membersWho } from '#app/accounts/organisations/members.server.ts';
import { renameOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { concerning, hashOfText, recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { nameApprovedMail, nameRefusedMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { db, transaction } from '#db/client.ts';
import { issuerNameChanges, users } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import { type Actor, requireMember, requireOrganisation, requireSuperAdmin } from './actor.server.ts';
import { nameLooks, skeletonsOf, storeNameSkeletons, twinsSentence } from './name-twins.server.ts';
import { ownFoundation } from './organisations/request-name.server.ts';

/** A request for a new name. `at` is when it was requested or refused, in ms UTC. */
type NameChange = { name: string; refused: boolean; at: number };

function latestOf(organisationId: string): NameChange | null {
  const latest = db()
    .select()
    .from(issuerNameChanges)
    .where(eq(issuerNameChanges.userId, organisationId))
    .orderBy(desc(issuerNameChanges.seq))
    .limit(1)
    .get();
  if (!latest || latest.decision === 'approved' || latest.decision === 'withdrawn') return null;
  const refused = latest.decision === 'refused';
  return { name: latest.name, refused, at: latest.decidedAt ?? latest.requestedAt };
}

/**
 * The actor's latest request for a new name. Returns null when the name was approved or the request withdrawn.
 * @throws AppError unauthenticated
 */
export function latestNameChange(actor: Actor): NameChange | null {
  requireMember(actor);
  return ownFoundation(actor.user.id) ? latestOf(actor.user.id) : null;
}

/**
 * The latest request for a new name of the actor's organisation, like `latestNameChange`.
 * @throws AppError unauthenticated; forbidden unless the actor is the owner
 */
export function latestOrganisationName(actor: Actor): NameChange | null {
  requireOrganisation(actor, 'manage');
  return latestOf(actor.organisation.id);
}

export const decideNameSchema = z.object({
  nameChangeId: z.string().max(64),
  decision: z.enum(['approve', 'refuse'], { error: () => t('common.theDecisionIsNotValid') }),
});

/**
 * Approves or refuses an issuer's requested name, and informs the issuer by mail. The request's ID keeps a
 * super admin from approving a name that was requested after the page was loaded.
 * @param input {nameChangeId, decision: 'approve' | 'refuse'}
 * @throws AppError forbidden unless the actor is a super admin; not-found; conflict when the request has
 *   been decided or replaced
 */
export function decideName(actor: Actor, input: z.output<typeof decideNameSchema>): { message: string } {
  requireSuperAdmin(actor);
  const { nameChangeId, decision } = input;
  const approved = decision === 'approve';
  const { before, after, userId, twins } = transaction((tx) => {
    const request = tx.select().from(issuerNameChanges).where(eq(issuerNameChanges.id, nameChangeId)).get();
    if (!request) throw notFound();
    const { changes } = tx
      .update(issuerNameChanges)
      .set({ decision: approved ? 'approved' : 'refused', decidedBy: actor.user.id, decidedAt: now() })
      .where(and(eq(issuerNameChanges.id, nameChangeId), isNull(issuerNameChanges.decision)))
      .run();
    if (changes === 0) throw new AppError('conflict', t('decideName.thisNameIsNoLongerWaiting'));
    const issuer = tx
      .select({ id: organisations.id, seq: users.seq, name: organisations.name })
      .from(organisations)
      .innerJoin(users, eq(users.id, organisations.id))
      .where(eq(organisations.id, request.userId))
      .get();
    if (!issuer) throw notFound();
    if (approved) {
      renameOrganisation(tx, issuer.id, request.name);
      storeNameSkeletons(tx, issuer.seq, skeletonsOf(request.name));
    }
    const mail = approved ? nameApprovedMail : nameRefusedMail;
    for (const { email } of membersWho(issuer.id, 'manage'))
      enqueueMail(tx, mail({ name: issuer.name, email, requestedName: request.name }));
    recordAct(tx, actor, approved ? 'name.approved' : 'name.refused', {
      ...concerning(issuer.id),
      before: { name: hashOfText(tx, issuer.id, issuer.name) },
      after: { name: hashOfText(tx, issuer.id, request.name) },
    });
    const twins = approved ? twinsSentence(nameLooks(issuer.seq, request.name)) : '';
    return { before: issuer.name, after: request.name, userId: issuer.id, twins };
  });
  recordSecurityEvent(approved ? 'issuer name approved' : 'issuer name refused', {
    userId: actor.user.id,
    subjectId: userId,
    address: actor.address,
  });
  return {
    message: approved
      ? joinSentences([t('decideName.beforeIsNowAfter', { before, after }), twins])
      : t('decideName.beforeKeepsItsName', { before }),
  };
}
