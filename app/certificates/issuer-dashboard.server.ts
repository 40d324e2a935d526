import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { addDays } from '#app/shared/dates.ts';
import { db, sqlite } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import {
  type CertificateStatus,
  currentStatus,
  earliestDateOnEarth,
  type StatusColumns,
  selectContent,
  todayUtc,
} from './certificate.server.ts';
import { type Named, named } from './fields.ts';
import { formatUniqueId } from './unique-id.ts';

/** A figure of a period and of the period before. */
export type Figure = { now: number; before: number };
type Counts = { issued: number; verified: number; revoked: number; expiring: number };

export const PERIOD_DAYS = 30;

/** Sums the counters of the days from `from` to `to`, inclusive. */
function counts(issuerId: string, from: string, to: string): Counts {
  return sqlite()
    .prepare(
      `select coalesce(sum(issued), 0) as issued, coalesce(sum(verified), 0) as verified,
         coalesce(sum(revoked), 0) as revoked, coalesce(sum(expiring), 0) as expiring
       from issuer_days where issuer_id = ? and day between ? and ?`,
    )
    .get(issuerId, from, to) as Counts;
}

/**
 * Certificates that the issuer issued, that were verified and that it revoked in the last 30 days, and in the 30 days before; those that
 * expire in the next 30 days, and that expired in the last 30. Days are in UTC, and a certificate lasts until its day
 * has ended everywhere.
 * @throws AppError forbidden unless the actor is an active issuer
 */
export function issuerFigures(actor: Actor): Record<keyof Counts, Figure> {
  requireIssuer(actor, 'read');
  const { id } = actor.organisation;
  const today = todayUtc();
  const back = (days: number) => addDays(today, -days);
  const period = counts(id, back(PERIOD_DAYS - 1), today);
  const before = counts(id, back(2 * PERIOD_DAYS - 1), back(PERIOD_DAYS));
  const lasting = earliestDateOnEarth();
  const coming = counts(id, lasting, addDays(today, PERIOD_DAYS - 1));
  const expired = counts(id, back(PERIOD_DAYS), addDays(lasting, -1));
  const figure = (kind: keyof Counts): Figure => ({ now: period[kind], before: before[kind] });
  return {
    issued: figure('issued'),
    verified: figure('verified'),
    revoked: figure('revoked'),
    expiring: { now: coming.expiring, before: expired.expiring },
  };
}

/** A bar of a chart: a day as YYYY-MM-DD, or a month as YYYY-MM. */
export type Bar = { label: string; issued: number; verified: number };
type Activity = Named & {
  kind: 'issued' | 'verified' | 'revoked';
  status: CertificateStatus;
  /** Milliseconds UTC. */
  at: number;
};

const MONTHS = 12;
const LATEST = 8;
/** Failed mails are counted up to this number. */
export const MOST_FAILED = 1_000;

/** Bars for the given labels, in their order. `length` is the length of a label: 10 for days, 7 for months. */
function bars(issuerId: string, labels: string[], length: number): Bar[] {
  const rows = sqlite()
    .prepare(
      `select substr(day, 1, ?) as label, sum(issued) as issued, sum(verified) as verified
       from issuer_days where issuer_id = ? and day between ? and ? group by 1`,
    )
    .all(length, issuerId, labels[0], `${labels.at(-1)}${length === 7 ? '-31' : ''}`) as Bar[];
  const found = new Map(rows.map((row) => [row.label, row]));
  return labels.map((label) => found.get(label) ?? { label, issued: 0, verified: 0 });
}

function lastMonths(today: string): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

type ActivityRow = Omit<Activity, 'kind' | 'status'> & StatusColumns;

const COLUMNS = `c.unique_id as uniqueId, ${selectContent('c')},
  (select revoked_at from certificate_revocations where certificate_seq = c.seq) as revokedAt,
  (select erased_at from erasures where certificate_id = c.id) as erasedAt`;

/** Queries of the latest events. Each uses an index that has them newest first. */
const LATEST_OF: Record<Activity['kind'], string> = {
  issued: `select ${COLUMNS}, c.created_at as at
    from certificates c where c.issuer_id = ? order by c.seq desc limit ${LATEST}`,
  revoked: `select ${COLUMNS}, r.revoked_at as at
    from certificate_revocations r join certificates c on c.seq = r.certificate_seq
    where r.issuer_id = ? order by r.revoked_at desc limit ${LATEST}`,
  verified: `select ${COLUMNS}, v.paid_at as at
    from verifications v join certificates c on c.id = v.certificate_id join payments p on p.id = v.payment_id
    where v.issuer_id = ? and v.paid_at is not null and p.verification_id = v.id order by v.paid_at desc limit ${LATEST}`,
};

function latestActivity(issuerId: string): Activity[] {
  const kinds = Object.keys(LATEST_OF) as Activity['kind'][];
  return kinds
    .flatMap((kind) =>
      sqlite()
        .prepare<unknown[], ActivityRow>(LATEST_OF[kind])
        .all(issuerId)
        .map((row) => ({
          kind,
          ...named({ ...row, uniqueId: formatUniqueId(row.uniqueId) }),
          status: currentStatus(row),
          at: row.at,
        })),
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, LATEST);
}

/** Mails about the issuer's certificates that failed or are being retried: their number and the latest. */
function troubledMails(issuerId: string) {
  const mine = and(eq(outbox.issuerId, issuerId), isNotNull(outbox.lastError));
  const latest = db()
    .select({
      id: outbox.id,
      uniqueId: sql<string>`(select unique_id from certificates where seq = ${outbox.certificateSeq})`,
      to: outbox.toAddress,
      reason: outbox.lastError,
      failedAt: outbox.failedAt,
    })
    .from(outbox)
    .where(mine)
    .orderBy(sql`${outbox.seq} desc`)
    .limit(LATEST)
    .all();
  const some = db().select({ one: sql`1` }).from(outbox).where(mine).limit(MOST_FAILED).as('some');
  const count = db().select({ count: sql<number>`count(*)` }).from(some).get()?.count ?? 0;
  return {
    count,
    latest: latest.map(({ failedAt, uniqueId, ...mail }) => ({
      ...mail,
      uniqueId: formatUniqueId(uniqueId),
      givenUp: failedAt !== null,
    })),
  };
}

/**
 * The issuer's statistics: its figures (`issuerFigures`), bars by day and month, the latest events, and mails that were not delivered.
 * Days are in UTC. The figures come from counters, so the work does not grow with the number of certificates.
 * @throws AppError forbidden unless the actor is an active issuer
 */
export function issuerDashboard(actor: Actor) {
  const figures = issuerFigures(actor);
  requireIssuer(actor, 'read');
  const { id } = actor.organisation;
  const today = todayUtc();
  const days = Array.from({ length: PERIOD_DAYS }, (_, index) => addDays(today, index - PERIOD_DAYS + 1));
  return {
    figures,
    byDay: bars(id, days, 10),
    byMonth: bars(id, lastMonths(today), 7),
    activity: latestActivity(id),
    mails: troubledMails(id),
  };
}
