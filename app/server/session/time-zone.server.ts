import { parseTimeZone, TIME_ZONE_COOKIE } from '#app/shared/time-zone.ts';
import { readCookie } from './cookies.server.ts';

const SERVER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The viewer's time zone from the cookie that the client sets, or else the server's. */
export const timeZoneOf = (request: Request) =>
  parseTimeZone(readCookie(request, TIME_ZONE_COOKIE), SERVER_ZONE);
