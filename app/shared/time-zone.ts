import { isTimeZone } from './zoned-dates.ts';

/** The cookie with the client's IANA time zone. */
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

/** Parses a time zone from a cookie's decoded value. Returns the fallback for other text. */
export function parseTimeZone(value: string | null, fallback: string): string {
  return value !== null && isTimeZone(value) ? value : fallback;
}
