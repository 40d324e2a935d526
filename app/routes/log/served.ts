import { readLogCheckpoint, readPreviousCheckpoint, readTile } from '#app/log/read-log.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/served';

export const handle = { server: true } satisfies RouteNeeds;

const TEXT = 'text/plain; charset=utf-8';
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * The files of a log (C2SP tlog-tiles): /log/checkpoint and /log/tile/… of the first log, /log/{n}/checkpoint and /log/{n}/tile/… of
 * any, and /log/{n}/previous.
 */
export function loader({ request, params, url }: Route.LoaderArgs) {
  const { number = '1', '*': tile }: { number?: string; '*'?: string } = params;
  if (tile !== undefined)
    return serveText(request, readTile(number, `tile/${tile}`), 'application/octet-stream', FOREVER);
  if (/\/previous\/?$/i.test(url.pathname))
    return serveText(request, readPreviousCheckpoint(number), TEXT, FOREVER);
  return serveText(request, Buffer.from(readLogCheckpoint(number)), TEXT, 'public, max-age=5');
}
