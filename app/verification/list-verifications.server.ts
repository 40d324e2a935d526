import { desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { shownName } from '#app/accounts/account-names.server.ts';
import type { Actor, Member } from '#app/accounts/actor.server.ts';
import { requireIssuer, requireMember, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import {
  certificateColumns,
  revocationOf,
  toCertificate,
  toCertificateOfOthers,
} from '#app/certificates/certificate.server.ts';
import { courseNamesIn } from '#app/certificates/course-names.server.ts';
import { isAsSigned } from '#app/certificates/signed-record.server.ts';
import { mayLookUp } from '#app/verification/consent/consent.server.ts';
import { db, parameter, prepared, preparedValue } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { payments } from '#db/schema/payments.ts';
import { verifications } from '#db/schema/verification.ts';
import { pageOfVerifications, type Scope } from './page-of-verifications.server.ts';
import type { verificationListSchema } from './verification.schema.ts';
import { type LookedUp, toLookedUp } from './verification.server.ts';

/** A verifier's verification of a certificate. Times are in ms UTC. */
export type Verification = {
  id: string;
  verifier: { id: string; name: string; email: string | null };
  lookedUpAt: number;
  /** Null if unpaid. */
  payment: { id: string; amountMinor: number; currency: string; paidAt: number } | null;
  /** `failed` and `refunded` mean unpaid, after a last payment with this state. */
  outcome: 'paid' | 'unpaid' | 'failed' | 'refunded';
};

export type VerifiedCertificate = Verification & { certificate: Certificate };
/** A verifier's own verification, with the whole certificate once paid, and before that only the look-up's fields. */
export type OwnVerification = Verification &
  (
    | { certificate: Certificate; payment: NonNullable<Verification['payment']>; lookedUp: null }
    | { certificate: null; lookedUp: LookedUp }
  );

export type VerificationPage<Item> = { verifications: Item[]; nextCursor: string | null };

const columns = {
  certificate: certificateColumns,
  seq: verifications.seq,
  id: verifications.id,
  lookedUpAt: verifications.lookedUpAt,
  paidAt: verifications.paidAt,
  verifier: { id: users.id, name: users.name, email: users.email },
  paymentId: payments.id,
  // A payment for a replaced certificate also covers the replacement. Count its amount once.
  amountMinor: sql<number>`iif(${payments.verificationId} = ${verifications.id}, ${payments.amountMinor}, 0)`,
  currency: payments.currency,
  lastState: sql<string | null>`(select last.state from ${payments} last
    where last.verification_id = ${verifications.id} order by last.seq desc limit 1)`,
};

const bySeqs = prepared(() =>
  db()
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

type VerificationQuery = z.output<typeof verificationListSchema>;

const coursesOfIssuer = courseNamesIn('verifications', 'issuer_id');
const coursesOfVerifier = courseNamesIn('verifications', 'verifier_id');
const coursesOfAll = courseNamesIn('verifications', null);

function rowsOf(input: VerificationQuery, scope: Scope) {
  const names = { issuer: coursesOfIssuer, verifier: coursesOfVerifier, all: coursesOfAll }[
    scope?.kind ?? 'all'
  ];
  const courses = names.spellings(input.course, scope?.id);
  const { seqs, nextCursor } = pageOfVerifications({ ...input, courses }, scope);
  const found = new Map(
    bySeqs()
      .all({ seqs: JSON.stringify(seqs) })
      .map((row) => [row.seq, row]),
  );
  return { rows: seqs.flatMap((seq) => found.get(seq) ?? []), nextCursor };
}

type Row = ReturnType<typeof rowsOf>['rows'][number];

const outcomeOf = ({ paidAt, lastState }: Row): Verification['outcome'] => {
  if (paidAt !== null) return 'paid';
  return lastState === 'failed' || lastState === 'refunded' ? lastState : 'unpaid';
};

const toVerification = (row: Row): Verification => ({
  id: row.id,
  verifier: { ...row.verifier, name: shownName(row.verifier.name) },
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

const withCertificate =
  (toShown: typeof toCertificate) =>
  (row: Row): VerifiedCertificate => ({
    ...toVerification(row),
    certificate: toShown(row.certificate),
  });

/**
 * Look-ups and payments of the actor's issued certificates, newest first.
 * @param input {limit?, cursor?, q?, state?, course?, from?, to?, timeZone?}; the dates are days of look-ups
 * @throws AppError forbidden unless the actor is an active issuer; invalid
 */
export function listVerifiedOfIssuer(
  actor: Actor,
  input: VerificationQuery,
): VerificationPage<VerifiedCertificate> {
  requireIssuer(actor, 'read');
  const { rows, nextCursor } = rowsOf(input, { kind: 'issuer', id: actor.organisation.id });
  return { verifications: rows.map(withCertificate(toCertificate)), nextCursor };
}

/** How many look-ups the page of a certificate shows. */
const MOST_LATEST = 5;

const seqsOfCertificate = preparedValue<number>(
  'select seq from verifications where certificate_id = ? order by seq desc limit ?',
);

/** The latest look-ups of a certificate, and whether there are more. The caller has checked the reader. */
export function latestLookUps(certificateId: string): { lookUps: VerifiedCertificate[]; hasMore: boolean } {
  const seqs = seqsOfCertificate().all(certificateId, MOST_LATEST + 1);
  const rows = bySeqs().all({ seqs: JSON.stringify(seqs.slice(0, MOST_LATEST)) });
  return { lookUps: rows.map(withCertificate(toCertificateOfOthers)), hasMore: seqs.length > MOST_LATEST };
}

/** All verifications, newest first, for super admins. Errors as `listVerifiedOfIssuer`. */
export function listAllVerified(
  actor: Actor,
  input: VerificationQuery,
): VerificationPage<VerifiedCertificate> {
  requireSuperAdmin(actor);
  const { rows, nextCursor } = rowsOf(input, null);
  return { verifications: rows.map(withCertificate(toCertificateOfOthers)), nextCursor };
}

/** Whether the verifier's list shows a row: if it was paid, or while the holder allows the look-up. */
const isShownTo = (verifier: Member['user'], { paidAt, certificate }: Row) =>
  paidAt !== null || mayLookUp(verifier, certificate);

function toOwn(row: Row): OwnVerification {
  const verification = toVerification(row);
  const { payment } = verification;
  if (payment)
    return { ...verification, payment, certificate: toCertificateOfOthers(row.certificate), lookedUp: null };
  return { ...verification, certificate: null, lookedUp: toLookedUp(row.certificate, false) };
}

/**
 * The actor's own verifications, newest first. Unpaid ones contain no personal data of the student (docs/product.md,
 * Verification), and are left out while the holder does not allow the look-up, as is every certificate that is not as it was signed, so
 * that a page may have fewer than the limit.
 */
export function listOwnVerifications(
  actor: Actor,
  input: VerificationQuery,
): VerificationPage<OwnVerification> & { isChecking: boolean } {
  requireMember(actor);
  const { rows, nextCursor } = rowsOf(input, { kind: 'verifier', id: actor.user.id });
  const allowed = rows.filter((row) => isShownTo(actor.user, row));
  const shown = allowed.filter(({ certificate }) => isAsSigned(certificate.id));
  return { verifications: shown.map(toOwn), isChecking: shown.length < allowed.length, nextCursor };
}

/** Names of the first 200 courses of the actor's certificates that were looked up, sorted. */
export function verifiedCoursesOfIssuer(actor: Actor): string[] {
  requireIssuer(actor, 'read');
  return coursesOfIssuer.choices(actor.organisation.id);
}

/** Names of the first 200 courses of certificates that the actor has looked up, sorted. */
export function ownVerifiedCourses(actor: Actor): string[] {
  requireMember(actor);
  return coursesOfVerifier.choices(actor.user.id);
}

/** Names of the first 200 courses of all certificates that were looked up, sorted. */
export function allVerifiedCourses(actor: Actor): string[] {
  requireSuperAdmin(actor);
  return coursesOfAll.choices();
}
