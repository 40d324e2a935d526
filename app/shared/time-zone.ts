import { isTimeZone } from './dates.ts';

/** The cookie in which the client tells its IANA time zone. */
export const TIME_ZONE_COOKIE = 'time_zone';

/**
 * Tells the server the viewer's time zone, in which lists are grouped (docs/product.md, Dates). Call it once, before
 * hydration.
 */
export function rememberTimeZone(secure = location.protocol === 'https:') {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${TIME_ZONE_COOKIE}=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** The time zone that a cookie's value names, or the fallback for whatever else it holds. */
export function parseTimeZone(value: string | null, fallback: string): string {
  if (value === null) return fallback;
  try {
    const zone = decodeURIComponent(value);
    return isTimeZone(zone) ? zone : fallback;
  } catch {
    return fallback;
  }
}
