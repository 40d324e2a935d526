import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { nameSchema } from '#app/accounts/account.schema.server.ts';
import { type Actor, type Member, requireOrganisation } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import { hashOfText, recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { env } from '#app/config/env.server.ts';
import { nameRequestedMail, nameToApproveMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql, type Transaction, transaction } from '#db/client.ts';
import { issuerNameChanges } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { organisationNameSchema } from './members.schema.ts';
import { membersWho } from './members.server.ts';

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
