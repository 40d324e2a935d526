import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { type Actor, requireBrowser } from './actor.server.ts';

/** A session or named API token of the actor's account; times in ms UTC. */
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

export type SessionPage = { entries: SessionEntry[]; nextCursor: string | null };

const PAGE = 50;
/** Rows are deleted but never get a new rowid, so rowids order sessions by their start. */
const seq = sql<number>`${sessions}.rowid`;

function list(actor: Actor, kinds: SessionEntry['kind'][], cursor: string | undefined): SessionPage {
  requireBrowser(actor);
  const found = db()
    .select({
      seq,
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
    .where(
      and(
        eq(sessions.userId, actor.user.id),
        inArray(sessions.kind, kinds),
        gt(sessions.expiresAt, now()),
        lt(seq, seqBefore(cursor)),
      ),
    )
    .orderBy(desc(seq))
    .limit(PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE);
  return {
    entries: rows.map(({ seq: _, ...row }) => ({ ...row, current: row.id === actor.sessionId })),
    nextCursor,
  };
}

/**
 * The actor's browser and API sessions, newest first, 50 a page.
 * @throws AppError unauthenticated; forbidden for an API token; invalid for an unknown cursor
 */
export const listSessions = (actor: Actor, cursor?: string): SessionPage =>
  list(actor, ['browser', 'bearer'], cursor);

/** The actor's named API tokens, newest first, 50 a page. */
export const listApiTokens = (actor: Actor, cursor?: string): SessionPage => list(actor, ['token'], cursor);
