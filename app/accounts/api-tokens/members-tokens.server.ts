import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireOwner, requireStillOwner } from '#app/accounts/organisations/membership.server.ts';
import { endSessionRows, requireLogin } from '#app/accounts/require-login.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { page } from '#app/shared/list-queries.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db } from '#db/client.ts';
import { sessions, users } from '#db/schema/accounts.ts';
import type { apiTokenListSchema } from './api-token.schema.server.ts';
import { type ApiToken, toApiToken, tokenColumns, tokenSeq, unexpiredTokens } from './api-token.server.ts';

/** A token that acts for an organisation, with the member that it belongs to. */
export type MemberToken = ApiToken & { member: { id: string; name: string } };

const ofOrganisation = (organisationId: string) =>
  and(eq(sessions.organisationId, organisationId), eq(sessions.kind, 'token'));

/**
 * The API tokens of all members that act for the actor's organisation and have not expired, newest first.
 * @throws AppError unauthenticated; forbidden unless the actor is the owner with a login; invalid for an unknown cursor
 */
export function listMembersTokens(
  actor: Actor,
  { limit, cursor }: z.output<typeof apiTokenListSchema>,
): { tokens: MemberToken[]; nextCursor: string | null } {
  requireOrganisation(actor, 'manage');
  requireLogin(actor);
  const found = db()
    .select({ seq: tokenSeq, userId: users.id, userName: users.name, token: tokenColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(unexpiredTokens(ofOrganisation(actor.organisation.id), cursor))
    .orderBy(desc(tokenSeq))
    .limit(limit + 1)
    .all();
  const { rows, nextCursor } = page(found, limit);
  const tokens = rows.map(({ userId, userName, token }) => ({
    ...toApiToken(token),
    member: { id: userId, name: userName },
  }));
  return { tokens, nextCursor };
}

/**
 * Revokes an API token of any member that acts for the actor's organisation.
 * @throws AppError unauthenticated; forbidden unless the actor is the owner, and with the code 'password_required'; invalid for a wrong
 *   password; not-found; rate-limited; busy
 */
export async function revokeMembersToken(actor: Actor, tokenId: string, password?: string): Promise<void> {
  const owner = await requireOwner(actor, password);
  const token = and(eq(sessions.id, tokenId), ofOrganisation(owner.organisation.id));
  const ended = endSessionRows(token, (tx) => {
    requireStillOwner(tx, owner);
    recordAct(tx, owner, 'token.revoked', { object: ['token', tokenId] });
    storeAnswer(tx);
  });
  if (ended.length === 0) throw notFound();
  recordSecurityEvent('sessions ended', {
    userId: owner.user.id,
    address: owner.address,
    reason: 'token',
    count: 1,
  });
}
