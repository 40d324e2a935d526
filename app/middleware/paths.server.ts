/** Whether a path belongs to the JSON API, whose errors are JSON and whose callers prove themselves by token. */
export const isApiPath = (pathname: string) => pathname === '/api' || pathname.startsWith('/api/');

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
