/** The cookie with the client's IANA time zone. Apart from zoned-dates.ts, because the first script of every page has this file. */
export const TIME_ZONE_COOKIE = 'time_zone';

/**
 * Stores the viewer's time zone in a cookie. Lists are grouped by it (docs/product.md, Dates). Call this once, before
 * hydration.
 */
export function rememberTimeZone(secure = location.protocol === 'https:') {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${TIME_ZONE_COOKIE}=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`;
}
