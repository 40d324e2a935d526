import { formatUniqueId } from '#app/certificates/unique-id.ts';
import type { mailQueue } from '#app/operations/mail-queue.server.ts';
import type { SiteStatus } from '#app/operations/site-status.server.ts';

const instant = (ms: number) => new Date(ms).toISOString();
const instantOrNull = (ms: number | null | undefined) => (ms == null ? null : instant(ms));

type Queue = ReturnType<typeof mailQueue>;

/** Serializes the queue of a lane. */
export const serializeLane = ({ oldest, ...lane }: Queue['lanes'][number]) => ({
  ...lane,
  oldest: instantOrNull(oldest),
});

/** Serializes a message that was not delivered. */
export const serializeTroubled = ({ id, uniqueId, at, ...mail }: Queue['troubled'][number]) => ({
  _id: id,
  ...mail,
  at: instant(at),
  uniqueId: uniqueId && formatUniqueId(uniqueId),
});

/** Serializes the state of the site, without paths of its folders. */
export const serializeStatus = (status: SiteStatus) => ({
  ...status,
  alerts: status.alerts.map((alert) => ({ ...alert, raisedAt: instant(alert.raisedAt) })),
  mail: {
    ...status.mail,
    lanes: status.mail.lanes.map((lane) => ({ ...lane, oldest: instantOrNull(lane.oldest) })),
  },
  backups: {
    everySeconds: status.backups.every === null ? null : status.backups.every / 1_000,
    lastAt: instantOrNull(status.backups.lastAt),
  },
  disks: status.disks.map(({ folder, free, size }) => ({ folder, freeBytes: free, bytes: size })),
  log: status.log && {
    ...status.log,
    checkpointAt: instantOrNull(status.log.checkpointAt),
    witnesses: status.log.witnesses.map(({ name, size }) => ({ name, size })),
  },
  startedAt: instant(status.startedAt),
});
