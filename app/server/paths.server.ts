/** Percent-encoded letters decoded, as the router does before it matches; what cannot be decoded stays. */
function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/**
 * Whether a path belongs to the JSON API, whose errors are JSON and whose callers prove themselves by token. The
 * router takes paths in any case and encoding, so this does too. The page that describes the API is a page.
 */
export const isApiPath = (pathname: string) =>
  pathname.startsWith('/api/v1/') || /^\/+api(?:\/(?!docs(?:\.data)?\/*$)|$)/i.test(decoded(pathname));

const TOKEN_PATH = /^\/(?:api\/v1\/users\/)?(?:verify|reset-password)\/(?!payment(?:\.data)?$)/i;
/** 40 characters of base64url: longer than any id, shorter than any secret. */
const TOKEN_SHAPE = /[\w-]{40,}/g;

/**
 * A path as it may be logged: without its query, and without the secrets that links in mails carry in their
 * paths (`/verify/:token`, `/reset-password/:token` and the API calls of the same names).
 */
export function loggablePath(target: string): string {
  const path = target.replace(/[?#].*$/s, '');
  const prefix = TOKEN_PATH.exec(path)?.[0];
  if (prefix) return `${prefix}[redacted]`;
  return path.replace(TOKEN_SHAPE, '[redacted]').slice(0, 500);
}
