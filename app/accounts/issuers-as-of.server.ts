import { preparedSql, preparedValue } from '#db/client.ts';

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
