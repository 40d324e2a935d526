/** A path of this site, to which a redirect may lead, or null: never another host, scheme or control character. */
export function parseRedirectTarget(text: string | null | undefined): string | null {
  return text && text.length <= 1_000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : null;
}

/** The page an account begins on (CONTRACT D19). */
export function homeOf(role: string): string {
  if (role === 'admin') return '/admin/issued-certificates';
  if (role === 'superadmin') return '/superadmin/issued-certificates';
  return '/services';
}
