import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { type Actor, requireMember } from './actor.server.ts';
import { latestDecision } from './sessions.server.ts';

const PAGE = 50;

/**
 * The issuers that may issue now, newest first: what the verifier's sidebar calls colleges.
 * @throws AppError unauthenticated; invalid for a cursor that no answer gave
 */
export function listApprovedIssuers(actor: Actor, cursor: string | undefined) {
  requireMember(actor);
  const found = db
    .select({ seq: users.seq, name: users.name, username: users.username })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        lt(users.seq, seqBefore(cursor)),
        inArray(latestDecision, ['approved', 'reinstated']),
      ),
    )
    .orderBy(desc(users.seq))
    .limit(PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE);
  return { issuers: rows.map(({ name, username }) => ({ name, username })), nextCursor };
}
