import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { type Actor, requireMember, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { listSchema } from '#app/certificates/certificate.schema.ts';
import {
  type Certificate,
  certificateColumns,
  revocationOf,
  toCertificate,
} from '#app/certificates/certificate.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { payments, verifications } from '#db/schema/verification.ts';
import type { LookedUp } from './verification.server.ts';

/** One verifier's verification of one certificate. Instants are milliseconds UTC. */
export type Verification = {
  id: string;
  verifier: { id: string; name: string; email: string | null };
  lookedUpAt: number;
  /** Null while it is unpaid. */
  payment: { id: string; amountMinor: number; currency: string; paidAt: number } | null;
  /** `failed`: unpaid, and the last payment was declined. */
  outcome: 'paid' | 'unpaid' | 'failed';
};

export type VerifiedCertificate = Verification & { certificate: Certificate };
/** A verifier's own: the whole certificate once it is paid, before that only what a look-up tells. */
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
  amountMinor: payments.amountMinor,
  currency: payments.currency,
  lastState: sql<string | null>`(select last.state from ${payments} last
    where last.verification_id = ${verifications.id} order by last.seq desc limit 1)`,
};

function rowsOf(input: unknown, scope: SQL | undefined) {
  const { limit, cursor } = parseInput(listSchema, input);
  const rows = db
    .select(columns)
    .from(verifications)
    .innerJoin(certificates, eq(certificates.id, verifications.certificateId))
    .innerJoin(users, eq(users.id, verifications.verifierId))
    .leftJoin(certificateRevocations, revocationOf)
    .leftJoin(payments, eq(payments.id, verifications.paymentId))
    .where(and(scope, lt(verifications.seq, seqBefore(cursor))))
    .orderBy(desc(verifications.seq))
    .limit(limit + 1)
    .all();
  return page(rows, limit);
}

type Row = ReturnType<typeof rowsOf>['rows'][number];

const outcomeOf = ({ paidAt, lastState }: Row): Verification['outcome'] => {
  if (paidAt !== null) return 'paid';
  return lastState === 'declined' ? 'failed' : 'unpaid';
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
 * Who looked up or paid for what the actor has issued, newest first.
 * @param input {limit?, cursor?, q?}
 * @throws AppError forbidden unless the actor is an issuer; invalid
 */
export function listVerifiedOfIssuer(actor: Actor, input: unknown): VerificationPage<VerifiedCertificate> {
  requireMember(actor);
  if (actor.user.role !== 'admin') throw forbidden();
  const { rows, nextCursor } = rowsOf(input, eq(verifications.issuerId, actor.user.id));
  return { verifications: rows.map(withCertificate), nextCursor };
}

/** All verifications, newest first, for super admins. Errors as `listVerifiedOfIssuer`. */
export function listAllVerified(actor: Actor, input: unknown): VerificationPage<VerifiedCertificate> {
  requireSuperAdmin(actor);
  const { rows, nextCursor } = rowsOf(input, undefined);
  return { verifications: rows.map(withCertificate), nextCursor };
}

/** The actor's own verifications, newest first: nothing personal of the student before it is paid (CONTRACT D9). */
export function listOwnVerifications(actor: Actor, input: unknown): VerificationPage<OwnVerification> {
  requireMember(actor);
  const { rows, nextCursor } = rowsOf(input, eq(verifications.verifierId, actor.user.id));
  return {
    verifications: rows.map((row) => {
      const certificate = toCertificate(row.certificate);
      const verification = toVerification(row);
      if (verification.payment) return { ...verification, certificate, lookedUp: null };
      const { uniqueId, courseName, issuer, issueDate, status } = certificate;
      const lookedUp = {
        uniqueId,
        courseName,
        issuedBy: { name: issuer.name },
        issueDate,
        status,
        paid: false,
      };
      return { ...verification, certificate: null, lookedUp };
    }),
    nextCursor,
  };
}
