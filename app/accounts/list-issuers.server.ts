import { and, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import type { SecondFactorState } from '#app/accounts/second-factor/must-set-up.server.ts';
import { secondFactorStates } from '#app/accounts/second-factor/must-set-up.server.ts';
import { env } from '#app/config/env.server.ts';
import { contains, page, seqBefore } from '#app/shared/list-queries.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { db } from '#db/client.ts';
import { issuerDecisions, issuerNameChanges, issuerQuotas, users } from '#db/schema/accounts.ts';
import { memberships, organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import { type AccountStatus, type Actor, requireSuperAdmin } from './actor.server.ts';
import { type NameLooks, nameLooks } from './name-twins.server.ts';
import { statusOf } from './sessions.server.ts';

const PAGE = 50;

export const listIssuersSchema = listQuerySchema.extend({
  status: z
    .enum(['', 'pending', 'active', 'suspended', 'renaming'], {
      error: () => t('listIssuers.statusMustBePendingActiveSuspendedOrRenaming'),
    })
    .default(''),
});

/** An issuer with its owner's address and the newest decision about it; times in ms UTC. */
export type Issuer = {
  id: string;
  name: string;
  looks: NameLooks;
  email: string;
  username: string;
  status: AccountStatus;
  emailVerified: boolean;
  createdAt: number;
  decision: { kind: 'approved' | 'suspended' | 'reinstated'; by: string | null; at: number } | null;
  /** The requested name that is not decided yet. */
  nameChange: { id: string; name: string; requestedAt: number; looks: NameLooks } | null;
  /** Certificates per day; `by` and `at` when a super admin has set it. */
  quota: { perDay: number; by: string | null; at: number | null };
  secondFactor: SecondFactorState;
};

const owner = alias(users, 'owner');
const decider = alias(users, 'decider');
const quotaSetter = alias(users, 'quota_setter');

/** SQL conditions: the status that the newest decision sets, and whether a name request is open. */
const byStatus = {
  '': undefined,
  pending: sql`${issuerDecisions.decision} is null`,
  active: sql`${issuerDecisions.decision} in ('approved', 'reinstated')`,
  suspended: eq(issuerDecisions.decision, 'suspended'),
  renaming: isNotNull(issuerNameChanges.id),
};

/** Selects issuers, newest first, each with its newest decision, its open name request and its own quota. */
const selectIssuers = (condition: SQL | undefined) => {
  const newest = sql`${issuerDecisions.seq} = (
    select max(d.seq) from issuer_decisions d where d.user_id = ${users.id})`;
  return db()
    .select({
      seq: users.seq,
      id: organisations.id,
      ownerId: owner.id,
      name: organisations.name,
      email: owner.email,
      username: organisations.username,
      emailVerifiedAt: owner.emailVerifiedAt,
      createdAt: organisations.createdAt,
      decision: issuerDecisions.decision,
      decidedAt: issuerDecisions.decidedAt,
      decidedBy: decider.name,
      nameChange: {
        id: issuerNameChanges.id,
        name: issuerNameChanges.name,
        requestedAt: issuerNameChanges.requestedAt,
      },
      perDay: issuerQuotas.perDay,
      quotaBy: quotaSetter.name,
      quotaAt: issuerQuotas.setAt,
    })
    .from(organisations)
    .innerJoin(users, eq(users.id, organisations.id))
    .innerJoin(
      memberships,
      and(eq(memberships.organisationId, organisations.id), eq(memberships.role, 'owner')),
    )
    .innerJoin(owner, eq(owner.id, memberships.userId))
    .leftJoin(issuerDecisions, and(eq(issuerDecisions.userId, users.id), newest))
    .leftJoin(
      issuerNameChanges,
      and(eq(issuerNameChanges.userId, users.id), isNull(issuerNameChanges.decision)),
    )
    .leftJoin(decider, eq(decider.id, issuerDecisions.decidedBy))
    .leftJoin(issuerQuotas, eq(issuerQuotas.userId, users.id))
    .leftJoin(quotaSetter, eq(quotaSetter.id, issuerQuotas.setBy))
    .where(condition)
    .orderBy(desc(users.seq))
    .limit(PAGE + 1)
    .all();
};

type IssuerRow = ReturnType<typeof selectIssuers>[number];

/** The issuers whose present or requested name, address or username contains a text. */
const matching = (text: string) =>
  or(
    ...[organisations.name, owner.email, organisations.username, issuerNameChanges.name].map((column) =>
      contains(column, text),
    ),
  );

function toIssuer(selected: IssuerRow): Omit<Issuer, 'secondFactor'> {
  const {
    seq,
    ownerId: _,
    decision,
    decidedAt,
    decidedBy,
    emailVerifiedAt,
    email,
    nameChange,
    ...others
  } = selected;
  const { perDay, quotaBy, quotaAt, ...row } = others;
  return {
    ...row,
    looks: nameLooks(seq, row.name),
    nameChange: nameChange && { ...nameChange, looks: nameLooks(seq, nameChange.name) },
    email: email ?? '',
    status: statusOf('admin', decision),
    emailVerified: emailVerifiedAt !== null,
    quota: { perDay: perDay ?? env().ISSUE_QUOTA_PER_DAY, by: quotaBy, at: quotaAt },
    decision: decision && decidedAt ? { kind: decision, by: decidedBy, at: decidedAt } : null,
  };
}

/**
 * Issuers, newest first, 50 a page.
 * @param input {q?: part of a present or requested name, address or username, status?, cursor?}
 * @throws AppError forbidden unless the actor is a super admin; invalid
 */
export function listIssuers(
  actor: Actor,
  input: z.output<typeof listIssuersSchema>,
): { issuers: Issuer[]; nextCursor: string | null } {
  requireSuperAdmin(actor);
  const { cursor, q, status } = input;
  const searched = q.trim() ? matching(q) : undefined;
  const condition = and(lt(users.seq, seqBefore(cursor)), searched, byStatus[status]);
  const { rows, nextCursor } = page(selectIssuers(condition), PAGE);
  const states = secondFactorStates(rows.map(({ ownerId }) => ownerId));
  const issuers = rows.map((row) => ({ ...toIssuer(row), secondFactor: states(row.ownerId) }));
  return { issuers, nextCursor };
}
