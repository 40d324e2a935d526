import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** A single row with the random name of this database's log files in KEYS_DIR. */
export const installation = sqliteTable('installation', {
  id: text().primaryKey(),
  createdAt: integer('created_at').notNull(),
});

/** Transparency logs. The last one is current. A new log starts when the old one cannot be continued. */
export const logs = sqliteTable('logs', {
  /** 1 is served at /log, others at /log/{number}. */
  number: integer().primaryKey(),
  origin: text().notNull().unique(),
  verifierKey: text('verifier_key').notNull(),
  /** `log_entries.seq` of entry 0. */
  firstSeq: integer('first_seq').notNull(),
  size: integer().notNull(),
  /** The last signed checkpoint. Empty before the first entry. */
  checkpoint: text().notNull(),
  startedAt: integer('started_at').notNull(),
});

export const logEntries = sqliteTable(
  'log_entries',
  {
    seq: integer().primaryKey(),
    /** The bytes of the entry that are hashed into the tree. */
    entry: text().notNull(),
    type: text({
      enum: ['issue', 'revoke', 'verify', 'key', 'lost', 'origin', 'issuers', 'audit'],
    }).notNull(),
    /** Salt of the digest. Null for a restored entry, whose document is lost, and for the audit trail. */
    salt: blob({ mode: 'buffer' }),
    /** `seq` of the certificate (issue, revoke) or the verification (verify); 0 for a list of issuers and for the audit trail. */
    subject: integer(),
    /**
     * The signed document. Null for the type issue, whose documents are in certificate_credentials, and for older lists of issuers.
     */
    document: blob({ mode: 'buffer' }),
  },
  ({ subject, type }) => [index('log_entries_by_subject').on(subject, type)],
);

/** Hashes of complete subtrees of 2^level leaves. Tiles, roots and proofs are computed from them. */
export const logNodes = sqliteTable(
  'log_nodes',
  {
    log: integer().notNull(),
    level: integer().notNull(),
    position: integer().notNull(),
    hash: blob({ mode: 'buffer' }).notNull(),
  },
  ({ log, level, position }) => [primaryKey({ columns: [log, level, position] })],
);

/** Each witness's last cosignature of each log's checkpoint. */
export const logCosignatures = sqliteTable(
  'log_cosignatures',
  {
    log: integer().notNull(),
    /** C2SP verifier key name and ID. */
    witness: text().notNull(),
    size: integer().notNull(),
    /** The signature line with its newline. */
    line: text().notNull(),
  },
  ({ log, witness }) => [primaryKey({ columns: [log, witness] })],
);

/** The published checkpoint of each log while witnesses cosign a newer one. Empty without witnesses. */
export const publishedCheckpoints = sqliteTable('published_checkpoints', {
  log: integer().primaryKey(),
  size: integer().notNull(),
  /** The checkpoint with its cosignatures. */
  note: text().notNull(),
});

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
