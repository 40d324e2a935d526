import { and, count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { hashToken, newId, newToken } from '#app/shared/ids.server.ts';
import { transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { type Actor, requireBrowser } from './actor.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';
import type { apiTokenSchema } from './settings.schema.ts';

const DAY_MS = 86_400_000;
const MOST_TOKENS = 50;

/**
 * Creates a named API token. Returns its secret once; the database stores a hash.
 * @param input {tokenName, days: '30' | '90' | '365'}
 * @throws AppError unauthenticated; forbidden for an API token, which cannot create others; invalid
 */
export function createApiToken(
  actor: Actor,
  input: z.output<typeof apiTokenSchema>,
): { message: string; name: string; token: string } {
  requireBrowser(actor);
  const { tokenName, days } = input;
  const token = newToken();
  transaction((tx) => {
    const mine = and(eq(sessions.userId, actor.user.id), eq(sessions.kind, 'token'));
    const existing = tx.select({ tokens: count() }).from(sessions).where(mine).get();
    if ((existing?.tokens ?? 0) >= MOST_TOKENS) {
      const message = `An account has at most ${MOST_TOKENS} API tokens. Revoke one first.`;
      throw invalid(message, { tokenName: [message] });
    }
    tx.insert(sessions)
      .values({
        id: newId(),
        tokenHash: hashToken(token),
        userId: actor.user.id,
        kind: 'token',
        name: tokenName,
        address: actor.address,
        createdAt: now(),
        lastUsedAt: now(),
        expiresAt: now() + Number(days) * DAY_MS,
      })
      .run();
  });
  recordSecurityEvent('api token created', { userId: actor.user.id, address: actor.address });
  return { message: 'The API token was created.', name: tokenName, token };
}
