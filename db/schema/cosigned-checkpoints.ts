import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Checkpoints that enough witnesses cosigned. An entry is proven against the first one that has it, because its cosignatures say when the
 * entry existed at the latest.
 */
export const cosignedCheckpoints = sqliteTable(
  'cosigned_checkpoints',
  {
    log: integer().notNull(),
    size: integer().notNull(),
    /** The checkpoint with its cosignatures. */
    note: text().notNull(),
    /** The number of its cosignatures. */
    cosignatures: integer().notNull(),
  },
  ({ log, size }) => [primaryKey({ columns: [log, size] })],
);
