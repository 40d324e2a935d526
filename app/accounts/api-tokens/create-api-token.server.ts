import { and, count, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, type Member, requireMember, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireLiveSession } from '#app/accounts/live-session.server.ts';
import { requireStillMay } from '#app/accounts/organisations/still-may.server.ts';
import { requireRecentProof } from '#app/accounts/require-recent-proof.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { hashToken, newId } from '#app/shared/ids.server.ts';
import type { Keep } from '#app/shared/remembered-answers.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { areWithin } from './address-ranges.server.ts';
import type { apiTokenSchema } from './api-token.schema.server.ts';
import { type ApiToken, NEVER_EXPIRES, toApiToken, tokenColumns } from './api-token.server.ts';
import { scopeMissing } from './require-scope.server.ts';
import { newTokenSecret } from './token-secret.server.ts';

const MOST_TOKENS = 50;

export const tokenCreated = () => t('createApiToken.theApiTokenWasCreated');

type Input = z.output<typeof apiTokenSchema>;

/**
 * A token makes no token that may do more, lives longer or works elsewhere than itself. A login makes any.
 * @throws AppError unauthenticated when the token or login ended while its request ran
 */
function requireOwnLimits(tx: Transaction, actor: Member, input: Input) {
  requireLiveSession(tx, actor);
  const own = tx
    .select({ kind: sessions.kind, ...tokenColumns })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
    .get();
  if (own?.kind !== 'token') return;
  const token = toApiToken(own);
  const { scopes } = token;
  const beyond = scopes && input.scopes.find((scope) => !scopes.includes(scope));
  if (beyond) throw scopeMissing(beyond, t('createApiToken.aTokenWithoutTheScopeBeyond', { beyond }));
  if (own.expiresAt < (input.expiresAt ?? NEVER_EXPIRES))
    throw scopeMissing(null, t('createApiToken.aTokenCannotMakeOne'));
  if (token.addresses && !(input.addresses && areWithin(input.addresses, token.addresses)))
    throw scopeMissing(null, t('createApiToken.aTokenCannotMakeOneThatWorks'));
}

/**
 * Creates a named API token of the actor's account, which acts for the organisation that the actor acts for. Only its owner makes one. Returns its secret once; the database stores a hash.
 * @param keep called in the transaction
 * @throws AppError unauthenticated; forbidden with the code 'scope_missing' for a token beyond the limits of the one that makes it,
 *   and with 'password_required'; invalid for a wrong password and when the account has the most tokens already; rate-limited; busy
 */
export async function createApiToken(
  actor: Actor,
  input: Input,
  keep?: Keep<{ token: ApiToken; secret: string }>,
): Promise<{ token: ApiToken; secret: string }> {
  requireMember(actor);
  if (actor.organisation) requireOrganisation(actor, 'manage');
  await requireRecentProof(actor, input.password);
  const secret = newTokenSecret();
  const created = transaction((tx) => {
    requireOwnLimits(tx, actor, input);
    requireStillMay(tx, actor, 'manage');
    const mine = and(
      eq(sessions.userId, actor.user.id),
      eq(sessions.kind, 'token'),
      gt(sessions.expiresAt, now()),
    );
    const existing = tx.select({ tokens: count() }).from(sessions).where(mine).get();
    if ((existing?.tokens ?? 0) >= MOST_TOKENS) {
      const message = t('createApiToken.anAccountHasAtMostMosttokensApiTokens', { mostTokens: MOST_TOKENS });
      throw invalid(message, { name: [message] });
    }
    const id = newId();
    const { scopes, addresses, expiresAt } = input;
    recordAct(tx, actor, 'token.created', { object: ['token', id], after: { scopes, addresses, expiresAt } });
    const row = tx
      .insert(sessions)
      .values({
        id,
        tokenHash: hashToken(secret),
        userId: actor.user.id,
        organisationId: actor.organisation?.id ?? null,
        kind: 'token',
        name: input.name,
        scopes: input.scopes,
        addresses: input.addresses,
        address: actor.address,
        createdAt: now(),
        lastUsedAt: now(),
        expiresAt: input.expiresAt ?? NEVER_EXPIRES,
      })
      .returning(tokenColumns)
      .get();
    const result = { token: toApiToken(row), secret };
    keep?.(tx, result);
    return result;
  });
  recordSecurityEvent('api token created', { userId: actor.user.id, address: actor.address });
  return created;
}
