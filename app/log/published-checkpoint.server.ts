import { prepared } from '#db/client.ts';
import { cosignaturesAt } from './cosignatures.server.ts';
import type { Log } from './log.server.ts';

/** A checkpoint with its cosignatures, as it is served. */
type Published = { number: number; size: number; note: string };

const state = prepared((): { published?: Published } => ({}));

const newestCheckpoint = ({ number, size, checkpoint }: Log): Published => ({
  number,
  size,
  note: `${checkpoint}${cosignaturesAt(number, size)}`,
});

/** Publishes a checkpoint with the cosignatures that it has. Rounds publish in order, so the published size never falls. */
export function publishCheckpoint(log: Log) {
  state().published = newestCheckpoint(log);
}

/** Whether a checkpoint of a log was published since the start. */
export const isPublished = ({ number }: Log): boolean => state().published?.number === number;

/**
 * The published checkpoint of a log: the newest, or with witnesses the one of their last round. A newer one would never be
 * cosigned while certificates are issued all the time.
 */
export function publishedCheckpoint(log: Log): Published {
  const { published } = state();
  return published?.number === log.number ? published : newestCheckpoint(log);
}

/** The checkpoint to prove an entry against: the published one, or the newest when that is older than the entry. */
export function checkpointFor(log: Log, index: number): Published {
  const published = publishedCheckpoint(log);
  return index < published.size ? published : newestCheckpoint(log);
}
