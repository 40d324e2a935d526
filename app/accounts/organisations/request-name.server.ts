import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { nameSchema } from '#app/accounts/account.schema.server.ts';
import {
  type Actor,
  type Member,
  requireMember,
  requireOrganisation,
  requireSuperAdmin,
} from '#app/accounts/actor.server.ts';
import {
  nameLooks,
  skeletonsOf,
  storeNameSkeletons,
  twinsSentence,
} from '#app/accounts/name-twins.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import { concerning, hashOfText, recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { env } from '#app/config/env.server.ts';
import {
  nameApprovedMail,
  nameRefusedMail,
  nameRequestedMail,
  nameToApproveMail,
} from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, preparedSql, type Transaction, transaction } from '#db/client.ts';
import { issuerNameChanges, users } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import type { organisationNameSchema } from './members.schema.ts';
import { membersWho } from './members.server.ts';
import { renameOrganisation } from './membership.server.ts';

type Owned = { id: string; name: string };

const owned = preparedSql<Owned>(
  `select o.id, o.name from organisations o join memberships m on m.organisation_id = o.id
   where o.id = ? and m.user_id = ? and m.role = 'owner'`,
);

/** The organisation that an account registered and still owns, or undefined. The two have one name. */
export const ownFoundation = (userId: string): Owned | undefined => owned().get(userId, userId);

/** Requires, in a transaction, that an account still owns an organisation. @throws AppError forbidden */
function requireStillOwned(organisationId: string, userId: string) {
  if (!owned().get(organisationId, userId)) throw forbidden();
}

/** Withdraws the pending request, if there is one. */
function withdraw(tx: Transaction, organisationId: string, userId: string): boolean {
  const { changes } = tx
    .update(issuerNameChanges)
    .set({ decision: 'withdrawn', decidedBy: userId, decidedAt: now() })
    .where(and(eq(issuerNameChanges.userId, organisationId), isNull(issuerNameChanges.decision)))
    .run();
  return changes > 0;
}

/**
 * Requests a name for an organisation of the actor, which keeps its present name until a super admin approves the new one, also with
 * ISSUER_APPROVAL=auto. A request for the present name withdraws a pending request. Callers must have checked that the actor owns it.
 * @throws AppError rate-limited; forbidden when it was handed over meanwhile
 */
export async function requestName(
  actor: Member,
  { id, name }: Owned,
  { name: requestedName }: z.output<typeof nameSchema>,
): Promise<{ message: string }> {
  const { id: userId } = actor.user;
  const event = { userId, address: actor.address };
  if (requestedName === name) {
    const isWithdrawn = transaction((tx) => {
      requireStillOwned(id, userId);
      if (!withdraw(tx, id, userId)) return false;
      recordAct(tx, actor, 'name.withdrawn', { organisation: id });
      storeAnswer(tx, { message: t('requestName.youKeepYourPresentName') });
      return true;
    });
    if (!isWithdrawn) return { message: t('requestName.thisIsAlreadyYourName') };
    recordSecurityEvent('issuer name withdrawn', event);
    return { message: t('requestName.youKeepYourPresentName') };
  }
  await limit(actor, 'name-changes');
  transaction((tx) => {
    requireStillOwned(id, userId);
    withdraw(tx, id, userId);
    tx.insert(issuerNameChanges)
      .values({ id: newId(), userId: id, name: requestedName, requestedAt: now() })
      .run();
    const after = { name: hashOfText(tx, id, requestedName) };
    recordAct(tx, actor, 'name.requested', { organisation: id, after });
    const owners = membersWho(id, 'manage');
    for (const { email } of owners) enqueueMail(tx, nameRequestedMail({ name, email, requestedName }));
    const { SUPPORT_EMAIL } = env();
    const email = owners[0]?.email ?? '';
    if (SUPPORT_EMAIL) enqueueMail(tx, nameToApproveMail(SUPPORT_EMAIL, { name, email, requestedName }));
    storeAnswer(tx, { message: t('requestName.yourNewNameIsWaiting') });
  });
  recordSecurityEvent('issuer name requested', event);
  return { message: t('requestName.yourNewNameIsWaiting') };
}

/**
 * Requests a name for the organisation that the actor owns and acts for (`requestName`). An account that registered it and still owns it has
 * the same name.
 * @param input {name}
 * @throws AppError unauthenticated; forbidden unless the actor is the owner, and for a named API token; not-found for another organisation;
 *   rate-limited
 */
export async function requestOrganisationName(
  actor: Actor,
  organisationId: string,
  input: z.output<typeof organisationNameSchema>,
): Promise<{ message: string }> {
  requireOrganisation(actor, 'manage');
  requireLogin(actor);
  if (actor.organisation.id !== organisationId) throw notFound();
  return requestName(actor, actor.organisation, input);
}

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
