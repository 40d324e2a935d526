import { hash } from 'node:crypto';
import type { auditRows } from '#db/schema/audit.ts';

export type AuditRow = typeof auditRows.$inferSelect;

/**
 * The hash of a row: SHA-256 of a JSON array of its columns, the last of which is the hash of the row before in hex. docs/log.md
 * describes it for others.
 */
export const hashOfRow = (row: Omit<AuditRow, 'hash'>): Buffer =>
  hash(
    'sha256',
    JSON.stringify([
      row.seq,
      row.at,
      row.act,
      row.actorKind,
      row.actorId,
      row.organisationId,
      row.objectKind,
      row.objectId,
      row.address,
      row.sessionId,
      row.before,
      row.after,
      row.previous.toString('hex'),
    ]),
    'buffer',
  );
