import { CERTIFICATE_STATES } from '#app/certificates/certificate.schema.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { VERIFICATION_STATES } from '#app/verification/verification.schema.ts';

/** Parses a list page's parameters into the query of its domain function. Ignores invalid parameters. */
export function listQuery(params: URLSearchParams, states: readonly string[] = []) {
  const q = (params.get('q') ?? '').slice(0, 200);
  const state = params.get('state') ?? '';
  const cursor = params.get('cursor') || undefined;
  const known = states.includes(state) ? state : '';
  return { q, state: known, cursor, filtered: q.trim() !== '' || known !== '' };
}

const text = (params: URLSearchParams, name: string, length: number) =>
  (params.get(name) ?? '').trim().slice(0, length);
const date = (params: URLSearchParams, name: string) => parseCalendarDate(params.get(name) ?? '') ?? '';

const courseAndDates = (params: URLSearchParams) => ({
  course: text(params, 'course', 200),
  from: date(params, 'from'),
  to: date(params, 'to'),
});

const isSet = (filters: Record<string, string>) => Object.values(filters).some(Boolean);

/** The same for issued certificates. An issuer's list is also filtered by design, a super admin's by issuer. */
export function issuedQuery(params: URLSearchParams) {
  const { filtered, ...query } = listQuery(params, CERTIFICATE_STATES);
  const filters = {
    ...courseAndDates(params),
    design: text(params, 'design', 100),
    issuer: text(params, 'issuer', 200),
  };
  return { ...query, ...filters, filtered: filtered || isSet(filters) };
}

/** The same for verifications. The dates are days in the viewer's time zone. */
export function verifiedQuery(params: URLSearchParams, request: Request) {
  const { filtered, ...query } = listQuery(params, VERIFICATION_STATES);
  const filters = courseAndDates(params);
  return { ...query, ...filters, timeZone: timeZoneOf(request), filtered: filtered || isSet(filters) };
}
