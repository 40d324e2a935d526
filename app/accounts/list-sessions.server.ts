import { and, desc, eq, gt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { type Actor, requireBrowser } from './actor.server.ts';

/** A login or a named API token of the account that acts; instants in ms UTC. */
export type SessionEntry = {
  id: string;
  kind: 'browser' | 'bearer' | 'token';
  name: string | null;
  userAgent: string | null;
  address: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  current: boolean;
};

const MOST = 200;

/**
 * The actor's sessions and API tokens, newest first.
 * @throws AppError unauthenticated; forbidden for an API token
 */
export function listSessions(actor: Actor): SessionEntry[] {
  requireBrowser(actor);
  return db
    .select({
      id: sessions.id,
      kind: sessions.kind,
      name: sessions.name,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, actor.user.id), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.createdAt))
    .limit(MOST)
    .all()
    .map((row) => ({ ...row, current: row.id === actor.sessionId }));
}
