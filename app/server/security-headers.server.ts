import { env } from '#app/env.server.ts';

const PAGE_POLICY = [
  "default-src 'none'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** For everything that is not a page: a browser shows it by itself (image, video, PDF) or not at all. */
const FILE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

const FIXED = {
  'X-Content-Type-Options': 'nosniff',
  // Not no-referrer: with that, browsers send `Origin: null` with the site's own forms.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Adds what every answer carries. A header that a route has set already stays as it is. */
export function addSecurityHeaders(headers: Headers, nonce: string, { pagePolicy = true } = {}) {
  for (const [name, value] of Object.entries(FIXED)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const page = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (!headers.has('Content-Security-Policy') && (pagePolicy || !page)) {
    const scripts = `script-src 'nonce-${nonce}' 'strict-dynamic'`;
    const upgrade = env.secureCookies ? '; upgrade-insecure-requests' : '';
    headers.set('Content-Security-Policy', page ? `${PAGE_POLICY}; ${scripts}${upgrade}` : FILE_POLICY);
  }
  if (env.secureCookies) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}
