import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import type { Actor } from './actor.server.ts';
import { requireLogin } from './require-login.server.ts';

/** A session of the actor's account; times in ms UTC. */
export type SessionEntry = {
  id: string;
  kind: 'browser' | 'bearer';
  userAgent: string | null;
  address: string;
  createdAt: number;
  lastUsedAt: number;
  current: boolean;
};

export type SessionPage = { entries: SessionEntry[]; nextCursor: string | null };

const PAGE = 50;
/** Rows are deleted but never get a new rowid, so rowids order sessions by their start. */
const seq = sql<number>`${sessions}.rowid`;

/**
 * The actor's browser and API sessions, newest first, 50 a page.
 * @throws AppError unauthenticated; forbidden for a named API token; invalid for an unknown cursor
 */
export function listSessions(actor: Actor, cursor?: string): SessionPage {
  requireLogin(actor);
  const found = db()
    .select({
      seq,
      id: sessions.id,
      kind: sessions.kind,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, actor.user.id),
        inArray(sessions.kind, ['browser', 'bearer']),
        gt(sessions.expiresAt, now()),
        lt(seq, seqBefore(cursor)),
      ),
    )
    .orderBy(desc(seq))
    .limit(PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE);
  return {
    entries: rows.map(({ seq: _, kind, ...row }) => ({
      ...row,
      kind: kind === 'browser' ? ('browser' as const) : ('bearer' as const),
      current: row.id === actor.sessionId,
    })),
    nextCursor,
  };
}
