import { and, desc, eq, lt } from 'drizzle-orm';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { type Actor, requireMember } from './actor.server.ts';
import { latestDecision, statusOf } from './sessions.server.ts';

const PAGE = 50;

/**
 * The issuers that may issue now, newest first: what the verifier's sidebar calls colleges.
 * @throws AppError unauthenticated; invalid for a cursor that no answer gave
 */
export function listApprovedIssuers(actor: Actor, cursor: string | undefined) {
  requireMember(actor);
  const found = db
    .select({ seq: users.seq, name: users.name, username: users.username, decision: latestDecision })
    .from(users)
    .where(and(eq(users.role, 'admin'), lt(users.seq, seqBefore(cursor))))
    .orderBy(desc(users.seq))
    .limit(PAGE + 1)
    .all();
  // Those that wait or are stopped are left out of a page rather than searched past: they are few.
  const { rows, nextCursor } = page(found, PAGE);
  return {
    issuers: rows
      .filter(({ decision }) => statusOf('admin', decision) === 'active')
      .map(({ name, username }) => ({ name, username })),
    nextCursor,
  };
}
