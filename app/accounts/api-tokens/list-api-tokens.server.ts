import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import { page } from '#app/shared/cursor.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import type { apiTokenListSchema } from './api-token.schema.server.ts';
import { type ApiToken, toApiToken, tokenColumns, tokenSeq, unexpiredTokens } from './api-token.server.ts';

type ApiTokenPage = { tokens: ApiToken[]; nextCursor: string | null };

/**
 * The API tokens of the actor's account that have not expired, newest first.
 * @throws AppError unauthenticated; forbidden for API tokens; invalid for an unknown cursor
 */
export function listApiTokens(
  actor: Actor,
  { limit, cursor }: z.output<typeof apiTokenListSchema>,
): ApiTokenPage {
  requireLogin(actor);
  const found = db()
    .select({ seq: tokenSeq, ...tokenColumns })
    .from(sessions)
    .where(unexpiredTokens(eq(sessions.userId, actor.user.id), cursor))
    .orderBy(desc(tokenSeq))
    .limit(limit + 1)
    .all();
  const { rows, nextCursor } = page(found, limit);
  return { tokens: rows.map(({ seq: _, ...row }) => toApiToken(row)), nextCursor };
}
