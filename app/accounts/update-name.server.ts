import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { env } from '#app/config/env.server.ts';
import { nameRequestedMail, nameToApproveMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { issuerNameChanges, users } from '#db/schema/accounts.ts';
import type { Actor, Member } from './actor.server.ts';
import { limit } from './rate-limits.server.ts';
import { requireLogin } from './require-login.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';
import type { nameSchema } from './settings.schema.ts';

/**
 * Changes the actor's name. For an issuer, it requests the name: the issuer keeps its present name until a super admin
 * approves the new one, also with ISSUER_APPROVAL=auto. A request for the present name withdraws a pending request.
 * Certificates keep the name under which they were issued.
 * @param input {name}
 * @throws AppError unauthenticated; forbidden for a named API token; invalid; rate-limited
 */
export async function updateName(
  actor: Actor,
  input: z.output<typeof nameSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { name } = input;
  if (actor.user.role === 'admin') return requestName(actor, name);
  const { user } = actor;
  transaction((tx) => {
    tx.update(users).set({ name }).where(eq(users.id, user.id)).run();
    const before = { name: hashOfText(tx, user.id, user.name) };
    recordAct(tx, actor, 'name.changed', { before, after: { name: hashOfText(tx, user.id, name) } });
  });
  return { message: 'Your name was changed.' };
}

/** Withdraws the pending request, if there is one. */
function withdraw(tx: Transaction, userId: string): boolean {
  const { changes } = tx
    .update(issuerNameChanges)
    .set({ decision: 'withdrawn', decidedBy: userId, decidedAt: now() })
    .where(and(eq(issuerNameChanges.userId, userId), isNull(issuerNameChanges.decision)))
    .run();
  return changes > 0;
}

async function requestName(actor: Member, requestedName: string): Promise<{ message: string }> {
  const { id: userId, name, email } = actor.user;
  const event = { userId, address: actor.address };
  if (requestedName === name) {
    const isWithdrawn = transaction((tx) => {
      if (!withdraw(tx, userId)) return false;
      recordAct(tx, actor, 'name.withdrawn');
      return true;
    });
    if (!isWithdrawn) return { message: 'This is already your name.' };
    recordSecurityEvent('issuer name withdrawn', event);
    return { message: 'You keep your present name.' };
  }
  await limit(actor, 'name-changes');
  transaction((tx) => {
    withdraw(tx, userId);
    tx.insert(issuerNameChanges)
      .values({ id: newId(), userId, name: requestedName, requestedAt: now() })
      .run();
    recordAct(tx, actor, 'name.requested', { after: { name: hashOfText(tx, userId, requestedName) } });
    const change = { name, email: email ?? '', requestedName };
    if (email) enqueueMail(tx, nameRequestedMail(change));
    const { SUPPORT_EMAIL } = env();
    if (SUPPORT_EMAIL) enqueueMail(tx, nameToApproveMail(SUPPORT_EMAIL, change));
  });
  recordSecurityEvent('issuer name requested', event);
  return { message: 'Your new name is waiting for a super admin to approve it.' };
}
