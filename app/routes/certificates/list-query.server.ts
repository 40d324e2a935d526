/** What a list page was asked for, and the query its verb gets: what a person can mistype never makes an error page. */
export function listQuery(params: URLSearchParams, states: readonly string[] = []) {
  const q = (params.get('q') ?? '').slice(0, 200);
  const state = params.get('state') ?? '';
  const cursor = params.get('cursor') || undefined;
  const known = states.includes(state) ? state : '';
  return { q, state: known, cursor, filtered: q.trim() !== '' || known !== '' };
}
