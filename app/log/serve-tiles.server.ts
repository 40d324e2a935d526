import { encodeBundle, parseTilePath, TILE_WIDTH, widthInTree } from '@certrace/verify';
import { eq, sql } from 'drizzle-orm';
import { notFound } from '#app/shared/errors.server.ts';
import { db, prepared, preparedValue } from '#db/client.ts';
import { logs } from '#db/schema/log.ts';
import { emptyLog } from './empty-log.server.ts';
import { entriesOf, type Log } from './log.server.ts';
import { entryAt } from './prove-entry.server.ts';
import { publishedCheckpoint } from './published-checkpoint.server.ts';

const TILE_HEIGHT = 8;

const byNumber = prepared(() =>
  db()
    .select()
    .from(logs)
    .where(eq(logs.number, sql.placeholder('number')))
    .prepare(),
);
const hashesBetween = preparedValue<Buffer>(
  'select hash from log_nodes where log = ? and level = ? and position >= ? and position < ? order by position',
);

/** @throws AppError not-found for a log that does not exist */
function findLog(number: string): Log {
  const log = /^[1-9]\d{0,5}$/.test(number) ? byNumber().get({ number: Number(number) }) : undefined;
  const found = log ?? (number === '1' ? emptyLog() : undefined);
  if (!found) throw notFound();
  return found;
}

/**
 * The published checkpoint of a log, with its cosignatures. It has the size 0 before the first entry.
 * @throws AppError not-found
 */
export const readLogCheckpoint = (number: string): string => publishedCheckpoint(findLog(number)).note;

/**
 * The last checkpoint of the log before, to which the first entry of a log commits.
 * @throws AppError not-found for the first log
 */
export function readPreviousCheckpoint(number: string): Buffer {
  const first = entryAt(findLog(number).firstSeq);
  if (first?.type !== 'origin' || !first.document) throw notFound();
  return first.document;
}

/**
 * A tile or entry bundle (C2SP tlog-tiles). Partial ones exist for every published size.
 * @param path as in `tile/0/x001/067.p/12`
 * @throws AppError not-found for a path that is not canonical or beyond the tree
 */
export function readTile(number: string, path: string): Uint8Array {
  const log = findLog(number);
  const tile = parseTilePath(path);
  if (!tile || tile.width > widthInTree(tile, log.size)) throw notFound();
  const start = tile.index * TILE_WIDTH;
  const end = start + tile.width;
  if (tile.level === 'entries') {
    return encodeBundle(entriesOf(log, start, end).map((entry) => Buffer.from(entry)));
  }
  return Buffer.concat(hashesBetween().all(log.number, tile.level * TILE_HEIGHT, start, end));
}
