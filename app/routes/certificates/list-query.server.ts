/** A list page's parameters and its verb's query. Mistyped parameters are ignored instead of failing. */
export function listQuery(params: URLSearchParams, states: readonly string[] = []) {
  const q = (params.get('q') ?? '').slice(0, 200);
  const state = params.get('state') ?? '';
  const cursor = params.get('cursor') || undefined;
  const known = states.includes(state) ? state : '';
  return { q, state: known, cursor, filtered: q.trim() !== '' || known !== '' };
}
