import { CERTIFICATE_STATES } from '#app/certificates/certificate.schema.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';

/** A list page's parameters and its verb's query. Mistyped parameters are ignored instead of failing. */
export function listQuery(params: URLSearchParams, states: readonly string[] = []) {
  const q = (params.get('q') ?? '').slice(0, 200);
  const state = params.get('state') ?? '';
  const cursor = params.get('cursor') || undefined;
  const known = states.includes(state) ? state : '';
  return { q, state: known, cursor, filtered: q.trim() !== '' || known !== '' };
}

/** The same for a list of issued certificates, with the filters of an issuer's own ones. */
export function issuedQuery(params: URLSearchParams) {
  const { filtered, ...query } = listQuery(params, CERTIFICATE_STATES);
  const course = (params.get('course') ?? '').slice(0, 200);
  const design = (params.get('design') ?? '').slice(0, 100);
  const date = (name: string) => parseCalendarDate(params.get(name) ?? '') ?? '';
  const filters = { course, design, from: date('from'), to: date('to') };
  return { ...query, ...filters, filtered: filtered || Object.values(filters).some(Boolean) };
}
