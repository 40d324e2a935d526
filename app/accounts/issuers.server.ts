import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { z } from 'zod';
import { compareTexts } from '#app/messages/format-numbers.ts';
import { MOST_CHOICES } from '#app/shared/filter-choices.ts';
import { contains, page, seqBefore } from '#app/shared/list-queries.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { db, prepared, preparedSql, preparedValue, sqlite, untilWritten } from '#db/client.ts';
import { fold, searchText } from '#db/folding.ts';
import { users } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { type Actor, requireMember, requireSuperAdmin } from './actor.server.ts';
import { latestDecisionOf, statusOfOrganisation } from './sessions.server.ts';

/** Finds an issuer by its id for background work. Returns null when the issuer may not issue now. */
export function findIssuer(id: string): { id: string; name: string; username: string } | null {
  const row = db()
    .select({ id: organisations.id, name: organisations.name, username: organisations.username })
    .from(organisations)
    .where(eq(organisations.id, id))
    .get();
  return row && statusOfOrganisation(id) === 'active' ? row : null;
}

/** Counted up to this number. */
const MOST_WAITING = 1_000;

const toApprove = preparedValue<number>(
  `select count(*) from (select 1 from memberships m join users owner on owner.id = m.user_id
   where m.role = 'owner' and owner.email_verified_at is not null
     and not exists (select 1 from issuer_decisions where user_id = m.organisation_id) limit ${MOST_WAITING})`,
);
const namesToDecide = preparedValue<number>(
  `select count(*) from (select 1 from issuer_name_changes where decision is null limit ${MOST_WAITING})`,
);
const waiting = untilWritten(() => ({
  issuers: toApprove().get() ?? 0,
  names: namesToDecide().get() ?? 0,
}));

/**
 * How many issuers whose owners have confirmed their addresses wait for approval, and how many for another name.
 * @throws AppError unauthenticated; forbidden unless the actor is a super admin
 */
export function issuersWaiting(actor: Actor): { issuers: number; names: number } {
  requireSuperAdmin(actor);
  return waiting();
}

export type IssuerName = { name: string; username: string };

/** Issuers for a list's filter, sorted by name. Where there are too many to choose from, only the newest. */
export function listIssuerNames(actor: Actor): IssuerName[] {
  requireSuperAdmin(actor);
  return db()
    .select({ name: organisations.name, username: organisations.username })
    .from(organisations)
    .innerJoin(users, eq(users.id, organisations.id))
    .orderBy(desc(users.seq))
    .limit(MOST_CHOICES)
    .all()
    .sort((one, other) => compareTexts(one.name, other.name));
}

/** Issuers of one name that are found, because each adds reads of an index. */
const MOST_OF_NAME = 50;
const idsOfName = preparedValue<string>(
  `select id from organisations where searched_name = ? limit ${MOST_OF_NAME}`,
);

/**
 * The issuers that a super admin names, by ID: the one with this username, or else all that have this name, however it is written. A list
 * offers usernames to choose from, so one must not find others whose name it is. 'Kestrel' is a name, which the first one's username
 * 'kestrel' is made of.
 */
export function issuerIdsOf(named: string): string[] {
  const written = named.trim();
  const username = fold(written, { ignoreCase: true });
  const found = db()
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.username, username))
    .get();
  if (found && written === username) return [found.id];
  const name = searchText(written);
  const ids = name === '' ? [] : idsOfName().all(name);
  return found ? [...new Set([found.id, ...ids])] : ids;
}

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

type DecisionRow = {
  id: string;
  name: string;
  username: string;
  seq: number;
  decision: 'approved' | 'suspended' | 'reinstated';
  isReviewed: 0 | 1;
  decidedAt: number;
};

/** A decision about an issuer. `isReviewed` is false for one by ISSUER_APPROVAL=auto. Times are in milliseconds. */
export type IssuerDecision = {
  issuerId: string;
  seq: number;
  decision: DecisionRow['decision'];
  isReviewed: boolean;
  decidedAt: number;
};

/** An issuer that may issue, since its first approval, by its last decision. */
export type ActiveIssuer = IssuerDecision & { name: string; username: string; since: number };

const decisions = preparedSql<DecisionRow>(
  `select o.id, o.name, o.username, d.seq, d.decision, d.decided_by is not null as isReviewed,
     d.decided_at as decidedAt
   from issuer_decisions d join organisations o on o.id = d.user_id
   where d.seq > ? and d.seq <= ? order by d.seq`,
);

/** The number of the last decision about an issuer. 0 before the first one. */
export const lastDecision = preparedValue<number>('select coalesce(max(seq), 0) from issuer_decisions');

/** Decisions after one, oldest first. */
export const decisionsAfter = (seq: number): IssuerDecision[] =>
  decisions()
    .all(seq, Number.MAX_SAFE_INTEGER)
    .map(({ id, isReviewed, ...row }) => ({
      issuerId: id,
      seq: row.seq,
      decision: row.decision,
      isReviewed: isReviewed === 1,
      decidedAt: row.decidedAt,
    }));

/** The issuers that could issue right after a decision, in the order of their first approval. Their names are the present ones. */
export function issuersAsOf(seq: number): ActiveIssuer[] {
  const issuers = new Map<string, ActiveIssuer>();
  for (const { id, isReviewed, ...row } of decisions().all(0, seq)) {
    const before = issuers.get(id);
    issuers.set(id, {
      ...row,
      issuerId: id,
      // A super admin who reinstates an issuer has seen it.
      isReviewed: isReviewed === 1 || before?.isReviewed === true,
      since: before?.since ?? row.decidedAt,
    });
  }
  return [...issuers.values()].filter(({ decision }) => decision !== 'suspended');
}
