import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { z } from 'zod';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { contains } from '#app/shared/like.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { db, prepared, sqlite } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { type Actor, requireMember } from './actor.server.ts';
import { latestDecisionOf } from './sessions.server.ts';

const reviewed = prepared(() =>
  sqlite()
    .prepare(
      `select 1 from issuer_decisions
       where user_id = ? and decided_by is not null and decision in ('approved', 'reinstated') limit 1`,
    )
    .pluck(),
);

/** Whether a super admin has approved an issuer. With ISSUER_APPROVAL=auto, issuers are active without that. */
export const isReviewedIssuer = (issuerId: string): boolean => reviewed().get(issuerId) === 1;

const PAGE = 50;

/**
 * Issuers that may issue now, newest first. The verifier's sidebar calls them colleges.
 * @param input {q?: part of a name or username, cursor?}
 * @throws AppError unauthenticated; invalid
 */
export function listApprovedIssuers(actor: Actor, input: z.output<typeof listQuerySchema>) {
  requireMember(actor);
  const { cursor, q } = input;
  const found = db()
    .select({ seq: users.seq, id: users.id, name: organisations.name, username: organisations.username })
    .from(organisations)
    .innerJoin(users, eq(users.id, organisations.id))
    .where(
      and(
        lt(users.seq, seqBefore(cursor)),
        inArray(latestDecisionOf(users), ['approved', 'reinstated']),
        q.trim() ? or(contains(organisations.name, q), contains(organisations.username, q)) : undefined,
      ),
    )
    .orderBy(desc(users.seq))
    .limit(PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE);
  const issuers = rows.map(({ id, name, username }) => ({
    name,
    username,
    isReviewed: isReviewedIssuer(id),
  }));
  return { issuers, nextCursor };
}
