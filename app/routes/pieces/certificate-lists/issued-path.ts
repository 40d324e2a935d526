/** Query parameters of a list that a page about selected rows keeps, so that it can return to the list. */
export const listParameters = (search: string): [name: string, value: string][] =>
  [...new URLSearchParams(search)].filter(([name]) => name !== 'id');

/** The list of issued certificates that a page was opened from, an issuer's or the super admins', with its search and page. */
export function issuedListOf({ pathname, search }: URL): string {
  const path = `/${pathname.startsWith('/superadmin/') ? 'superadmin' : 'admin'}/issued-certificates`;
  const query = new URLSearchParams(listParameters(search));
  return query.size > 0 ? `${path}?${query}` : path;
}
