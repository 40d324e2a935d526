/**
 * Health checks and metrics. Load balancers and monitoring request them under any host name, and they never wait behind other
 * requests.
 */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

export const isProbePath = (pathname: string) => PROBES.has(pathname);

/** Decodes percent-encoding like the router does before it matches. Returns undecodable paths unchanged. */
function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/** Whether a path belongs to the JSON API. Like the router, ignores case and encoding. /api/docs is a page. */
export const isApiPath = (pathname: string) =>
  pathname.startsWith('/api/v1/') || /^\/+api(?:\/(?!docs(?:\.data)?\/*$)|$)/i.test(decoded(pathname));

/** Paths for posts by other servers: witnessing a log (C2SP tlog-witness) and payment gateways' webhooks. */
const SERVER_PATHS = new Set(['/witness/add-checkpoint', '/webhooks/stripe']);

export const isServerPath = (pathname: string) => SERVER_PATHS.has(pathname);

const TOKEN_PAGE =
  /^\/+(?:(?:api\/v1\/users\/)?(?:verify\/+(?!payment(?:\.data)?\/*$)|reset-password\/+)[^/]+|auth\/callback(?:\.data)?)\/*$/i;

/**
 * Whether the address of a page contains the token of a mailed link or of a Google login. Like the router, ignores case and
 * encoding.
 */
export const isTokenPage = (pathname: string) => TOKEN_PAGE.test(decoded(pathname));

const TOKEN_PATH = /^\/(?:api\/v1\/users\/)?(?:verify|reset-password)\/(?!payment(?:\.data)?$)/i;
/** 40 characters of base64url: longer than every id, shorter than every secret. */
const TOKEN_SHAPE = /[\w-]{40,}/g;

/**
 * A path for the log: without its query, and without the tokens of mailed links (`/verify/:token`, `/reset-password/:token` and
 * the API calls of the same names).
 */
export function loggablePath(target: string): string {
  const path = target.replace(/[?#].*$/s, '');
  const prefix = TOKEN_PATH.exec(path)?.[0];
  if (prefix) return `${prefix}[redacted]`;
  return path.replace(TOKEN_SHAPE, '[redacted]').slice(0, 500);
}
