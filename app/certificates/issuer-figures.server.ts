import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { addDays } from '#app/shared/dates.ts';
import { sqlite } from '#db/client.ts';
import { earliestDateOnEarth, todayUtc } from './certificate.server.ts';

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
