import { statSync } from 'node:fs';
import { prepared, sqlite } from '#db/client.ts';

// Figures for metrics and the status page. They are read from counters, ends of indexes and partial indexes, so that they take
// the same time for a database of any size.

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export const databaseBytes = () => bytesOf(sqlite().name);
export const walBytes = () => bytesOf(`${sqlite().name}-wal`);

const newestCertificate = prepared(() => sqlite().prepare('select max(seq) from certificates').pluck());
/** The number of issued certificates. Certificates are never deleted, so it is the highest `seq`. */
export const certificatesIssued = () => (newestCertificate().get() as number | null) ?? 0;

const waitingRows = prepared(() =>
  sqlite().prepare("select sum(total - issued - failed) from batches where status = 'issuing'").pluck(),
);
/** Rows of started batches that are not issued yet. */
export const batchRowsWaiting = () => (waitingRows().get() as number | null) ?? 0;

const MOST_COUNTED = 10_000;
const openRefunds = prepared(() =>
  sqlite()
    .prepare(`select count(*) from (select 1 from refunds where completed_at is null limit ${MOST_COUNTED})`)
    .pluck(),
);
/** Refunds that the gateway has not confirmed, up to MOST_COUNTED. */
export const refundsWaiting = () => openRefunds().get() as number;
