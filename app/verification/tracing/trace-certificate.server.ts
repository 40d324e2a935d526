import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import { addressesOf } from '#app/accounts/addresses.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { certificateColumns } from '#app/certificates/certificate.server.ts';
import { requireAsSigned } from '#app/certificates/signed-record.server.ts';
import { formatUniqueId, parseUniqueId } from '#app/certificates/unique-id.ts';
import type { Holder } from '#app/holders/holder-sessions.server.ts';
import { invalid, notFound } from '#app/shared/errors.server.ts';
import { identifyFile } from '#app/verification/authentication/authenticate-file.server.ts';
import { lookUpSchema } from '#app/verification/verification.schema.ts';
import { db } from '#db/client.ts';
import { certificateRenewals, certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { verifications } from '#db/schema/verification.ts';
import { t } from '#messages';
import { pageOfEvents, type View } from './trace-events.server.ts';

export const notTraceable = () => t('traceCertificate.thereIsNoCertificateWithThis');
const notGenuine = () => t('traceCertificate.thisFileIsNotAGenuine');

export type Trace = {
  uniqueId: string;
  courseName: string;
  issuerName: string;
  /** A page of its events, newest first. */
  events: ReturnType<typeof pageOfEvents>;
};

const traceSchema = lookUpSchema.extend({ cursor: z.string().optional() });

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
  issuedBy: certificates.issuedBy,
  revokedBy: certificateRevocations.revokedBy,
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
  db()
    .select(columns)
    .from(certificates)
    .leftJoin(certificateRevocations, eq(certificateRevocations.certificateId, certificates.id))
    .where(match)
    .get();

const hasPaid = (actor: Member, certificateId: string) =>
  db()
    .select({ paidAt: verifications.paidAt })
    .from(verifications)
    .where(and(eq(verifications.verifierId, actor.user.id), eq(verifications.certificateId, certificateId)))
    .get()?.paidAt != null;

/** The part of a certificate's history that a reader may see, or null. */
function viewOf(actor: Member, row: Row): View | null {
  const { user, organisation } = actor;
  if (user.role === 'superadmin') return { lookUpsOf: 'everybody', names: 'all' };
  if (row.issuerId === organisation?.id) return { lookUpsOf: 'everybody', names: 'not of super admins' };
  if (addressesOf(actor).includes(row.studentEmail)) {
    return { lookUpsOf: 'everybody', names: 'of organisations' };
  }
  return hasPaid(actor, row.id) ? { lookUpsOf: 'own' } : null;
}

/** @throws AppError busy when the certificate is not as it was signed */
function traceOf(actor: Actor, row: Row, view: View, cursor?: string): Trace {
  requireAsSigned(row.id);
  return {
    uniqueId: formatUniqueId(row.uniqueId),
    courseName: row.courseName,
    issuerName: row.issuerName,
    events: pageOfEvents(row, 'user' in actor ? actor.user : null, view, cursor),
  };
}

/**
 * The history of a certificate by its ID. The issuer's members and super admins see the names of verifiers and members, the holder sees those
 * of organisations and the purposes, and a verifier who paid sees only their own look-ups.
 * @param input {uniqueId, cursor?}
 * @throws AppError unauthenticated; rate-limited; invalid; not-found for everybody else, whether or not the ID exists
 */
export async function traceCertificate(actor: Actor, input: z.output<typeof traceSchema>): Promise<Trace> {
  requireMember(actor);
  await limit(actor, 'look-ups');
  const { uniqueId: typed, cursor } = input;
  const uniqueId = parseUniqueId(typed);
  const row = uniqueId === null ? undefined : findRow(eq(certificates.uniqueId, uniqueId));
  const view = row && viewOf(actor, row);
  if (!row || !view) throw notFound(notTraceable());
  return traceOf(actor, row, view, cursor);
}

/**
 * The history of a certificate whose page the reader has open.
 * @param id of its row
 * @throws AppError unauthenticated; not-found for everybody who may not see it; busy when it is not as it was signed
 */
export function traceOpened(actor: Actor, id: string): Trace {
  requireMember(actor);
  const row = findRow(eq(certificates.id, id));
  const view = row && viewOf(actor, row);
  if (!row || !view) throw notFound();
  return traceOf(actor, row, view);
}

/**
 * The history of a holder's certificate.
 * @param id from the URL
 * @throws AppError invalid for an unknown cursor; not-found, also for a certificate of another address
 */
export function traceHeld(actor: Actor, holder: Holder, id: string, cursor?: string): Trace {
  const uniqueId = parseUniqueId(id);
  const row = uniqueId === null ? undefined : findRow(eq(certificates.uniqueId, uniqueId));
  if (!row || !holder.emails.includes(row.studentEmail)) throw notFound();
  return traceOf(actor, row, { lookUpsOf: 'everybody', names: 'of organisations' }, cursor);
}

/**
 * The history of a certificate for the holder of its file, with only the reader's own look-ups.
 * @param file the bytes of its PDF, PNG or JSON
 * @throws AppError busy; invalid when the file is not a genuine certificate of this site
 */
export async function traceFile(actor: Actor, file: Uint8Array): Promise<Trace> {
  const seq = await identifyFile(actor, file);
  const row = seq === null ? undefined : findRow(eq(certificates.seq, seq));
  if (!row) throw invalid(notGenuine(), { file: [notGenuine()] });
  const view = 'user' in actor ? viewOf(actor, row) : null;
  return traceOf(actor, row, view ?? { lookUpsOf: 'own' });
}
