import { and, desc, eq, sql } from 'drizzle-orm';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { certificateColumns } from '#app/certificates/certificate.server.ts';
import { formatUniqueId, parseUniqueId } from '#app/certificates/unique-id.ts';
import { placeOfSubject } from '#app/log/prove-entry.server.ts';
import { invalid, notFound } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { certificateRenewals, certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { verifications } from '#db/schema/verification.ts';
import { identifyFile } from '../authentication/authenticate-file.server.ts';
import { lookUpSchema } from '../verification.schema.ts';
import { entryFilePath } from './entry-file.server.ts';

/** Limit of look-ups on the page; the newest are shown. */
const MAX_VERIFICATIONS = 100;

export const NOT_TRACEABLE =
  'There is no certificate with this ID that you hold, have issued or have paid to verify.';
const NOT_GENUINE = 'This file is not a genuine certificate of this site, so it has no history here.';

export type TraceEvent = {
  kind: 'issued' | 'looked-up' | 'paid' | 'renewed' | 'revoked';
  /** Milliseconds UTC. */
  at: number;
  /** The verifier, if the reader may know. */
  by: string | null;
  /** The other certificate of a renewal or a replacement; its ID in groups of four. */
  other?: { is: 'renewed' | 'renewal' | 'replaced' | 'replacement'; uniqueId: string } | undefined;
  /**
   * Null for events without a log entry. Paths open for an hour; `documentPath` is null when the document belongs to
   * another account.
   */
  entry: { index: number; origin: string; proofPath: string; documentPath: string | null } | null;
};

export type Trace = {
  uniqueId: string;
  courseName: string;
  issuerName: string;
  /** Oldest first. */
  events: TraceEvent[];
  /** Whether there are more look-ups than are shown. */
  isCut: boolean;
};

/** Whose look-ups a reader sees, and whether with names. */
type View = { lookUpsOf: 'everybody' | 'own'; names: boolean };

const columns = {
  seq: certificates.seq,
  id: certificates.id,
  uniqueId: certificates.uniqueId,
  courseName: certificates.courseName,
  issuerId: certificates.issuerId,
  issuerName: certificates.issuerName,
  studentEmail: certificates.studentEmail,
  createdAt: certificates.createdAt,
  revokedAt: certificateRevocations.revokedAt,
  replaces: certificateColumns.replaces,
  replacedBy: certificateColumns.replacedBy,
  renews: certificateColumns.renews,
  renewedBy: certificateColumns.renewedBy,
  renewedAt: sql<number | null>`(select other.created_at from ${certificateRenewals}
    join ${certificates} other on other.id = ${certificateRenewals.renewalId}
    where ${certificateRenewals.certificateId} = ${certificates.id})`,
};
type Row = NonNullable<ReturnType<typeof findRow>>;

const findRow = (match: ReturnType<typeof eq>) =>
  db
    .select(columns)
    .from(certificates)
    .leftJoin(certificateRevocations, eq(certificateRevocations.certificateId, certificates.id))
    .where(match)
    .get();

const hasPaid = (actor: Member, certificateId: string) =>
  db
    .select({ paidAt: verifications.paidAt })
    .from(verifications)
    .where(and(eq(verifications.verifierId, actor.user.id), eq(verifications.certificateId, certificateId)))
    .get()?.paidAt != null;

/** The part of a certificate's history that a member may see, or null. */
function viewOf(actor: Member, row: Row): View | null {
  const { user } = actor;
  if (user.role === 'superadmin' || row.issuerId === user.id) return { lookUpsOf: 'everybody', names: true };
  if (user.email !== null && row.studentEmail.toLowerCase() === user.email.toLowerCase()) {
    return { lookUpsOf: 'everybody', names: false };
  }
  return hasPaid(actor, row.id) ? { lookUpsOf: 'own', names: false } : null;
}

function entryOf(type: 'issue' | 'revoke' | 'verify', subject: number, opensDocument: boolean) {
  const place = placeOfSubject(type, subject);
  return (
    place && {
      index: place.index,
      origin: place.origin,
      proofPath: entryFilePath(place.seq, 'tlog-proof'),
      documentPath: opensDocument ? entryFilePath(place.seq, 'json') : null,
    }
  );
}

const other = (is: NonNullable<TraceEvent['other']>['is'], uniqueId: string | null) =>
  uniqueId === null ? undefined : { is, uniqueId: formatUniqueId(uniqueId) };

function verificationsOf(row: Row, ownerId: string | null) {
  return db
    .select({
      seq: verifications.seq,
      verifierId: verifications.verifierId,
      name: users.name,
      lookedUpAt: verifications.lookedUpAt,
      paidAt: verifications.paidAt,
    })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.verifierId))
    .where(
      and(
        eq(verifications.certificateId, row.id),
        ownerId === null ? undefined : eq(verifications.verifierId, ownerId),
      ),
    )
    .orderBy(desc(verifications.seq))
    .limit(MAX_VERIFICATIONS + 1)
    .all();
}

function traceOf(actor: Actor, row: Row, { lookUpsOf, names }: View): Trace {
  const user = 'user' in actor ? actor.user : null;
  const isVisitor = lookUpsOf === 'own' && user === null;
  const found = isVisitor ? [] : verificationsOf(row, lookUpsOf === 'own' ? (user?.id ?? '') : null);
  const events: TraceEvent[] = [
    {
      kind: 'issued',
      at: row.createdAt,
      by: null,
      other: other('renewed', row.renews) ?? other('replaced', row.replaces),
      entry: entryOf('issue', row.seq, true),
    },
  ];
  for (const { seq, verifierId, name, lookedUpAt, paidAt } of found.slice(0, MAX_VERIFICATIONS)) {
    const isOwn = verifierId === user?.id;
    const by = isOwn ? 'you' : names ? name : null;
    events.push({ kind: 'looked-up', at: lookedUpAt, by, entry: null });
    if (paidAt === null) continue;
    const opensReceipt = isOwn || user?.role === 'superadmin';
    events.push({ kind: 'paid', at: paidAt, by, entry: entryOf('verify', seq, opensReceipt) });
  }
  if (row.renewedAt !== null) {
    events.push({
      kind: 'renewed',
      at: row.renewedAt,
      by: null,
      other: other('renewal', row.renewedBy),
      entry: null,
    });
  }
  if (row.revokedAt !== null) {
    events.push({
      kind: 'revoked',
      at: row.revokedAt,
      by: null,
      other: other('replacement', row.replacedBy),
      entry: entryOf('revoke', row.seq, true),
    });
  }
  return {
    uniqueId: formatUniqueId(row.uniqueId),
    courseName: row.courseName,
    issuerName: row.issuerName,
    events: events.toSorted((one, other) => one.at - other.at),
    isCut: found.length > MAX_VERIFICATIONS,
  };
}

/**
 * The history of a certificate by its ID: with verifiers' names for its issuer and super admins, without them for its
 * holder, and with the reader's own look-ups only for a verifier who paid.
 * @param input {uniqueId}
 * @throws AppError unauthenticated; rate-limited; invalid; not-found for everybody else, whether or not the ID exists
 */
export async function traceCertificate(actor: Actor, input: unknown): Promise<Trace> {
  requireMember(actor);
  await limit(actor, 'look-ups');
  const uniqueId = parseUniqueId(parseInput(lookUpSchema, input).uniqueId);
  const row = uniqueId === null ? undefined : findRow(eq(certificates.uniqueId, uniqueId));
  const view = row && viewOf(actor, row);
  if (!row || !view) throw notFound(NOT_TRACEABLE);
  return traceOf(actor, row, view);
}

/**
 * The history of a certificate for the holder of its file, with the reader's own look-ups only.
 * @param file the bytes of its PDF, PNG or JSON
 * @throws AppError rate-limited; busy; invalid when the file is not a genuine certificate of this site
 */
export async function traceFile(actor: Actor, file: Uint8Array): Promise<Trace> {
  const seq = await identifyFile(actor, file);
  const row = seq === null ? undefined : findRow(eq(certificates.seq, seq));
  if (!row) throw invalid(NOT_GENUINE, { file: [NOT_GENUINE] });
  const view = 'user' in actor ? viewOf(actor, row) : null;
  return traceOf(actor, row, view ?? { lookUpsOf: 'own', names: false });
}
