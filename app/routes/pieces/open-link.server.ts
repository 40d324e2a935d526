import { data } from 'react-router';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';

/**
 * What a mailed link opens, or why it opens nothing. Only reads it, because mail scanners open links too.
 * @param gone replaces the message about a link that is not found
 */
export function openLink<Opened>(read: () => Opened, gone?: string) {
  try {
    return { opened: read(), message: null };
  } catch (error) {
    const known = toErrorParts(error);
    if (!known) throw error;
    const message = known.status === 404 && gone !== undefined ? gone : known.message;
    return data({ opened: null, message }, { status: known.status });
  }
}
