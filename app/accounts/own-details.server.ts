import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { requirePrintableName } from '#app/accounts/organisations/membership.server.ts';
import { ownFoundation, requestName } from '#app/accounts/organisations/request-name.server.ts';
import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, prepared, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { billingSchema, nameSchema } from './account.schema.server.ts';
import { type Actor, type ActorUser, requireMember } from './actor.server.ts';
import { requireLogin } from './require-login.server.ts';

const createdAtOf = prepared(() =>
  db()
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * The actor's own account.
 * @returns createdAt in ms UTC
 * @throws AppError unauthenticated
 */
export function me(actor: Actor): ActorUser & { createdAt: number } {
  requireMember(actor);
  const row = createdAtOf().get({ id: actor.user.id });
  if (!row) throw notFound();
  return { ...actor.user, createdAt: row.createdAt };
}

/**
 * Changes the actor's name. For the owner of the organisation that it registered, it requests the name for both (`requestName`).
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
  const { user } = actor;
  const own = ownFoundation(user.id);
  if (own) {
    requirePrintableName(name);
    return requestName(actor, own, input);
  }
  return transaction((tx) => {
    tx.update(users).set({ name }).where(eq(users.id, user.id)).run();
    const before = { name: hashOfText(tx, user.id, user.name) };
    recordAct(tx, actor, 'name.changed', { before, after: { name: hashOfText(tx, user.id, name) } });
    return storeAnswer(tx, { message: t('updateName.yourNameWasChanged') });
  });
}

export type BillingDetails = { company: string | null; taxId: string | null };

/**
 * The actor's company and tax ID for receipts.
 * @throws AppError unauthenticated
 */
export function billingDetails(actor: Actor): BillingDetails {
  requireMember(actor);
  const row = db()
    .select({ company: users.company, taxId: users.taxId })
    .from(users)
    .where(eq(users.id, actor.user.id))
    .get();
  return row ?? { company: null, taxId: null };
}

/**
 * Sets the actor's company and tax ID for later receipts.
 * @param input {company?, taxId?}
 * @throws AppError unauthenticated; forbidden for a named API token; invalid
 */
export function setBillingDetails(actor: Actor, input: z.output<typeof billingSchema>): { message: string } {
  requireLogin(actor);
  const { company, taxId } = input;
  const { id } = actor.user;
  transaction((tx) => {
    const hashed = (text: string | null) => text && hashOfText(tx, id, text);
    const before = billingDetails(actor);
    tx.update(users).set({ company, taxId }).where(eq(users.id, id)).run();
    recordAct(tx, actor, 'settings.billing', {
      before: { company: hashed(before.company), taxId: hashed(before.taxId) },
      after: { company: hashed(company ?? null), taxId: hashed(taxId ?? null) },
    });
  });
  return { message: t('billingDetails.yourNextReceiptsWillShowTheseDetails') };
}
