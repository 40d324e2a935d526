import type { z } from 'zod';
import {
  allCertificateListSchema,
  CERTIFICATE_STATES,
  ownCertificateListSchema,
} from '#app/certificates/certificate.schema.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { VERIFICATION_STATES, verificationListSchema } from '#app/verification/verification.schema.ts';

/** The search, state and cursor of a list page. Ignores invalid parameters. */
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

const issuedSchema = ownCertificateListSchema.extend(allCertificateListSchema.shape);
export type IssuedQuery = z.output<typeof issuedSchema>;
export type VerifiedQuery = z.output<typeof verificationListSchema>;

/**
 * The query of a page of issued certificates, and whether it has filters. An issuer's list is also filtered by design, a super
 * admin's by issuer. Ignores invalid parameters.
 */
export function issuedQuery(params: URLSearchParams): { query: IssuedQuery; filtered: boolean } {
  const { filtered, ...query } = listQuery(params, CERTIFICATE_STATES);
  const filters = {
    ...courseAndDates(params),
    design: text(params, 'design', 100),
    issuer: text(params, 'issuer', 200),
  };
  return {
    query: parseInput(issuedSchema, { ...query, ...filters }),
    filtered: filtered || isSet(filters),
  };
}

/** The same for verifications. The dates are days in the viewer's time zone. */
export function verifiedQuery(
  params: URLSearchParams,
  request: Request,
): { query: VerifiedQuery; filtered: boolean } {
  const { filtered, ...query } = listQuery(params, VERIFICATION_STATES);
  const filters = courseAndDates(params);
  return {
    query: parseInput(verificationListSchema, { ...query, ...filters, timeZone: timeZoneOf(request) }),
    filtered: filtered || isSet(filters),
  };
}
