import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Actor, requireIssuer, requireMember, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import {
  type Certificate,
  certificateColumns,
  revocationOf,
  toCertificate,
} from '#app/certificates/certificate.server.ts';
import { certificateSearchWords, scopeTerm } from '#app/certificates/search.ts';
import { longerWords } from '#app/certificates/search-terms.server.ts';
import { seqBefore } from '#app/shared/cursor.server.ts';
import { filteredPage } from '#app/shared/filtered-page.server.ts';
import { ftsQuery } from '#app/shared/full-text-search.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, parameter, prepared } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { payments, verifications } from '#db/schema/verification.ts';
import { verificationListSchema } from './verification.schema.ts';
import type { LookedUp } from './verification.server.ts';

/** One verifier's verification of one certificate; times in ms UTC. */
export type Verification = {
  id: string;
  verifier: { id: string; name: string; email: string | null };
  lookedUpAt: number;
  /** Null while it is unpaid. */
  payment: { id: string; amountMinor: number; currency: string; paidAt: number } | null;
  /** `failed` and `refunded`: unpaid, and the last payment ended like this. */
  outcome: 'paid' | 'unpaid' | 'failed' | 'refunded';
};

export type VerifiedCertificate = Verification & { certificate: Certificate };
/** The verifier's own: the whole certificate once paid, before that only the look-up's fields. */
export type OwnVerification = Verification &
  ({ certificate: Certificate; lookedUp: null } | { certificate: null; lookedUp: LookedUp });

export type VerificationPage<Item> = { verifications: Item[]; nextCursor: string | null };

const columns = {
  certificate: certificateColumns,
  seq: verifications.seq,
  id: verifications.id,
  lookedUpAt: verifications.lookedUpAt,
  paidAt: verifications.paidAt,
  verifier: { id: users.id, name: users.name, email: users.email },
  paymentId: payments.id,
  // The payment for a replaced certificate counts for the replacement too, and is charged once.
  amountMinor: sql<number>`iif(${payments.verificationId} = ${verifications.id}, ${payments.amountMinor}, 0)`,
  currency: payments.currency,
  lastState: sql<string | null>`(select last.state from ${payments} last
    where last.verification_id = ${verifications.id} order by last.seq desc limit 1)`,
};

type Scope = { kind: 'issuer' | 'verifier'; id: string } | null;
const search = sql.raw('verification_search');
const OPEN = '{open}';
const ALL = '{open personal verifier}';

const seqsOf = (query: SQL): number[] => db.all<{ seq: number }>(query).map(({ seq }) => seq);

const meets = (seqs: number[], condition: SQL): number[] =>
  seqsOf(sql`select ${verifications.seq} as seq from ${verifications}
    where ${verifications.seq} in (select value from json_each(${JSON.stringify(seqs)})) and ${condition}
    order by ${verifications.seq} desc`);

/**
 * A search as one that reads what matches, newest first, and one that keeps what may be found; null without search words. In a
 * verifier's own list, the student's name and email match in paid verifications only: otherwise a search would reveal whose
 * certificate an unpaid ID belongs to.
 */
function searched(q: string, scope: Scope) {
  const words = certificateSearchWords(q);
  const expand = longerWords('verification_search_terms');
  const ask = (columns: string) =>
    ftsQuery(words, { scope: scope && scopeTerm(scope.kind, scope.id), expand, columns });
  const everything = ask(ALL);
  if (everything === null) return null;
  const read = (before: number, count: number) =>
    seqsOf(sql`select rowid as seq from ${search} where ${search} match ${everything} and rowid < ${before}
      order by rowid desc limit ${count}`);
  // What matches openly is looked for among the candidates only.
  const open = (seqs: number[]) => sql`(${verifications.paidAt} is not null
    or ${verifications.seq} in (select rowid from ${search} where ${search} match ${ask(OPEN)}
      and rowid between ${seqs.at(-1) ?? 0} and ${seqs[0] ?? 0}))`;
  return { read, open: scope?.kind === 'verifier' ? open : () => undefined };
}

const PAID: Record<'paid' | 'unpaid', SQL> = {
  paid: isNotNull(verifications.paidAt),
  unpaid: isNull(verifications.paidAt),
};

/** The `seq`s of one page, newest first, from the full-text index or the list's own index. */
function pageOfSeqs(input: unknown, scope: Scope) {
  const { limit, cursor, q = '', state } = parseInput(verificationListSchema, input);
  const paid = state === '' ? undefined : PAID[state];
  if (q.trim() !== '') {
    const found = searched(q, scope);
    if (found === null) return { seqs: [], nextCursor: null };
    const filter = (seqs: number[]) => {
      const condition = and(paid, found.open(seqs));
      return condition ? meets(seqs, condition) : seqs;
    };
    return filteredPage({ limit, before: seqBefore(cursor), read: found.read, filter });
  }
  const owned =
    scope && eq(scope.kind === 'issuer' ? verifications.issuerId : verifications.verifierId, scope.id);
  const read = (before: number, count: number) =>
    seqsOf(sql`select ${verifications.seq} as seq from ${verifications}
      where ${and(owned ?? undefined, paid, lt(verifications.seq, before))}
      order by ${desc(verifications.seq)} limit ${count}`);
  return filteredPage({ limit, before: seqBefore(cursor), read });
}

const bySeqs = prepared(() =>
  db
    .select(columns)
    .from(verifications)
    .innerJoin(certificates, eq(certificates.id, verifications.certificateId))
    .innerJoin(users, eq(users.id, verifications.verifierId))
    .leftJoin(certificateRevocations, revocationOf)
    .leftJoin(payments, eq(payments.id, verifications.paymentId))
    .where(sql`${verifications.seq} in (select value from json_each(${parameter('seqs')}))`)
    .orderBy(desc(verifications.seq))
    .prepare(),
);

function rowsOf(input: unknown, scope: Scope) {
  const { seqs, nextCursor } = pageOfSeqs(input, scope);
  return { rows: bySeqs().all({ seqs: JSON.stringify(seqs) }), nextCursor };
}

type Row = ReturnType<typeof rowsOf>['rows'][number];

const outcomeOf = ({ paidAt, lastState }: Row): Verification['outcome'] => {
  if (paidAt !== null) return 'paid';
  return lastState === 'failed' || lastState === 'refunded' ? lastState : 'unpaid';
};

const toVerification = (row: Row): Verification => ({
  id: row.id,
  verifier: row.verifier,
  lookedUpAt: row.lookedUpAt,
  payment:
    row.paidAt === null || row.paymentId === null
      ? null
      : {
          id: row.paymentId,
          amountMinor: row.amountMinor ?? 0,
          currency: row.currency ?? 'USD',
          paidAt: row.paidAt,
        },
  outcome: outcomeOf(row),
});

const withCertificate = (row: Row): VerifiedCertificate => ({
  ...toVerification(row),
  certificate: toCertificate(row.certificate),
});

/**
 * Look-ups and payments of the actor's issued certificates, newest first.
 * @param input {limit?, cursor?, q?, state?}
 * @throws AppError forbidden unless the actor is an active issuer; invalid
 */
export function listVerifiedOfIssuer(actor: Actor, input: unknown): VerificationPage<VerifiedCertificate> {
  requireIssuer(actor);
  const { rows, nextCursor } = rowsOf(input, { kind: 'issuer', id: actor.user.id });
  return { verifications: rows.map(withCertificate), nextCursor };
}

/** All verifications, newest first, for super admins. Errors as `listVerifiedOfIssuer`. */
export function listAllVerified(actor: Actor, input: unknown): VerificationPage<VerifiedCertificate> {
  requireSuperAdmin(actor);
  const { rows, nextCursor } = rowsOf(input, null);
  return { verifications: rows.map(withCertificate), nextCursor };
}

/**
 * The actor's own verifications, newest first. Unpaid ones contain no personal data of the student (docs/product.md,
 * Verification).
 */
export function listOwnVerifications(actor: Actor, input: unknown): VerificationPage<OwnVerification> {
  requireMember(actor);
  const { rows, nextCursor } = rowsOf(input, { kind: 'verifier', id: actor.user.id });
  return {
    verifications: rows.map((row) => {
      const certificate = toCertificate(row.certificate);
      const verification = toVerification(row);
      if (verification.payment) return { ...verification, certificate, lookedUp: null };
      const { uniqueId, courseName, issuer, issueDate, status, revocation, replacedBy } = certificate;
      const lookedUp = {
        uniqueId,
        courseName,
        issuedBy: { name: issuer.name },
        issueDate,
        status,
        revocation,
        replacedBy,
        paid: false,
      };
      return { ...verification, certificate: null, lookedUp };
    }),
    nextCursor,
  };
}
