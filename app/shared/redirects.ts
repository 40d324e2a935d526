/** A path of this site, to which a redirect may lead, or null: never another host, scheme or control character. */
export function parseRedirectTarget(text: string | null | undefined): string | null {
  return text && text.length <= 1_000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : null;
}

/** A path of this site that remembers where to go after the login; `target` is null when there is nowhere. */
export function withRedirectTo(path: string, target: string | null): string {
  if (target === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}redirectTo=${encodeURIComponent(target)}`;
}

/** The page after login (docs/product.md, Roles). */
export function homeOf(role: string): string {
  if (role === 'admin') return '/dashboard';
  if (role === 'superadmin') return '/superadmin/issued-certificates';
  return '/services';
}
