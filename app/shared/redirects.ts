/** Longest path to return to. Percent-encoded, a longer one could exceed what proxies accept in a Location header. */
const MAX_TARGET = 1_000;

/** Parses a path of this site that a redirect may lead to. Returns null for other hosts, schemes and control characters. */
export function parseRedirectTarget(text: string | null | undefined): string | null {
  return text && text.length <= MAX_TARGET && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : null;
}

/** Adds `redirectTo` to a path, unless `target` is null. */
export function withRedirectTo(path: string, target: string | null): string {
  if (target === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}redirectTo=${encodeURIComponent(target)}`;
}

/** The login of those who open the pages of a role. */
export function loginOf(role: string): string {
  if (role === 'admin') return '/admin-login/admincredentials';
  return role === 'superadmin' ? '/superadmin-login' : '/';
}

/** The page after login (docs/product.md, Roles). */
export function homeOf(role: string): string {
  if (role === 'admin') return '/dashboard';
  if (role === 'superadmin') return '/superadmin/issued-certificates';
  return '/services';
}
