import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, type Member, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { recordAct, recordSecurityEvent, type SecurityEvent } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { creditAccounts } from '#db/schema/credit.ts';
import { t } from '#messages';
import { addLedgerEntry } from './ledger.server.ts';
import type { grantSchema, limitSchema } from './list-credit.server.ts';

const noVerifier = () => t('agreement.noVerifierHasThisEmailAddressOrUsername');
const endedTexts = () => t('agreement.thisAgreementHasAlreadyEnded');
const unverified = () => t('agreement.thisAccountHasNotVerifiedIts');

/** Sets the limit, which starts the agreement or renews an ended one. */
function setLimit(tx: Transaction, actor: Member, userId: string, limitMinor: number) {
  const before = tx.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).get();
  recordAct(tx, actor, 'credit.limit', {
    object: ['account', userId],
    before: {
      limitMinor: before?.limitMinor ?? null,
      ended: before !== undefined && before.endedAt !== null,
    },
    after: { limitMinor },
  });
  const set = { limitMinor, setBy: actor.user.id, setAt: now(), endedAt: null };
  const account = tx
    .insert(creditAccounts)
    .values({ userId, currency: 'USD', ...set })
    .onConflictDoUpdate({ target: creditAccounts.userId, set })
    .returning()
    .get();
  addLedgerEntry(tx, account, { kind: 'limit', by: actor.user.id });
}

const record = (event: SecurityEvent, actor: Member, subjectId: string, limitMinor: number) =>
  recordSecurityEvent(event, { userId: actor.user.id, subjectId, address: actor.address, count: limitMinor });

/**
 * Grants credit to a verifier's account.
 * @param input {account: email address or username, limit: in dollars}
 * @throws AppError unauthenticated; forbidden; invalid, naming fields
 */
export function grantCredit(
  actor: Actor,
  input: z.output<typeof grantSchema>,
): { userId: string; message: string } {
  requireSuperAdmin(actor);
  const { account, limit } = input;
  const found = transaction((tx) => {
    const user = tx
      .select({ id: users.id, name: users.name, verifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(
        and(
          or(eq(users.email, account.toLowerCase()), eq(users.username, account)),
          inArray(users.role, ['corporate', 'individual']),
        ),
      )
      .get();
    if (!user) throw invalid(noVerifier(), { account: [noVerifier()] });
    // Accounts that stay unverified are deleted, but a ledger must keep its account.
    if (user.verifiedAt === null) throw invalid(unverified(), { account: [unverified()] });
    setLimit(tx, actor, user.id, limit);
    return user;
  });
  record('credit limit set', actor, found.id, limit);
  return {
    userId: found.id,
    message: t('agreement.nameMayOweUpToLimit', { name: found.name, limit: formatUsd(limit) }),
  };
}

function setLimitWhere(
  actor: Actor,
  userId: string,
  input: z.output<typeof limitSchema>,
  isEnded: boolean,
  problem: string,
) {
  requireSuperAdmin(actor);
  const { limit } = input;
  transaction((tx) => {
    const known = tx.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).get();
    if (!known) throw notFound();
    if ((known.endedAt !== null) !== isEnded) throw new AppError('conflict', problem);
    setLimit(tx, actor, userId, limit);
  });
  record('credit limit set', actor, userId, limit);
  return formatUsd(limit);
}

/**
 * Changes the limit of an active agreement.
 * @param input {limit: in dollars}
 * @throws AppError unauthenticated; forbidden; invalid; not-found; conflict for an agreement that has ended
 */
export function changeLimit(
  actor: Actor,
  userId: string,
  input: z.output<typeof limitSchema>,
): { message: string } {
  const limit = setLimitWhere(actor, userId, input, false, endedTexts());
  return { message: t('agreement.theCreditLimitIsNowLimit', { limit }) };
}

/**
 * Renews an agreement that has ended.
 * @param input {limit: in dollars}
 * @throws AppError unauthenticated; forbidden; invalid; not-found; conflict for an active agreement
 */
export function renewCredit(
  actor: Actor,
  userId: string,
  input: z.output<typeof limitSchema>,
): { message: string } {
  const limit = setLimitWhere(actor, userId, input, true, t('agreement.thisAgreementIsAlreadyInForce'));
  return { message: t('agreement.theAgreementWasRenewed', { limit }) };
}

/**
 * Ends an agreement. Nothing more can be drawn, and the debt remains.
 * @throws AppError unauthenticated; forbidden; not-found; conflict for an agreement that has ended
 */
export function endCredit(actor: Actor, userId: string): { message: string } {
  requireSuperAdmin(actor);
  transaction((tx) => {
    const set = { endedAt: now(), setBy: actor.user.id, setAt: now() };
    const account = tx
      .update(creditAccounts)
      .set(set)
      .where(and(eq(creditAccounts.userId, userId), isNull(creditAccounts.endedAt)))
      .returning()
      .get();
    if (!account) {
      const ended = tx.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).get();
      throw ended ? new AppError('conflict', endedTexts()) : notFound();
    }
    addLedgerEntry(tx, account, { kind: 'end', by: actor.user.id });
    recordAct(tx, actor, 'credit.ended', { object: ['account', userId] });
  });
  record('credit ended', actor, userId, 0);
  return { message: t('common.theAgreementHasEnded') };
}
