import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';

/** An issuer's own looks of certificates (docs/product.md, Designs). */
export const designs = sqliteTable(
  'designs',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    issuerId: text('issuer_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** Number of the newest version, with which certificates are issued. */
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    retiredAt: integer('retired_at'),
  },
  (table) => [
    index('designs_by_issuer').on(table.issuerId, table.seq),
    uniqueIndex('designs_in_use_by_name')
      .on(table.issuerId, table.name)
      .where(sql`${table.retiredAt} is null`),
  ],
);

/** What a design looked like after each change. No row is ever updated: certificates refer to them. */
export const designVersions = sqliteTable(
  'design_versions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    designSeq: integer('design_seq')
      .notNull()
      .references(() => designs.seq),
    /** From 1 within its design. */
    number: integer().notNull(),
    /** JSON of a Design (app/certificates/drawing/design.ts). */
    design: text().notNull(),
    /** How long certificates are valid when nothing else is said: an ISO 8601 duration. */
    expiresAfter: text('expires_after'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('design_versions_by_design').on(table.designSeq, table.number)],
);

/** The design of an issuer's certificates for a course, or for every other course where the course name is empty. */
export const designDefaults = sqliteTable(
  'design_defaults',
  {
    issuerId: text('issuer_id')
      .notNull()
      .references(() => users.id),
    courseName: text('course_name').notNull(),
    designSeq: integer('design_seq')
      .notNull()
      .references(() => designs.seq),
  },
  (table) => [
    primaryKey({ columns: [table.issuerId, table.courseName] }),
    index('design_defaults_by_design').on(table.designSeq),
  ],
);

/** Logos and signatures as PNGs that the server made, by their content. */
export const designImages = sqliteTable(
  'design_images',
  {
    issuerId: text('issuer_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 in hex. */
    hash: text().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
    /** When it was uploaded, until a version refers to it; null from then on. */
    draftSince: integer('draft_since'),
  },
  (table) => [
    primaryKey({ columns: [table.issuerId, table.hash] }),
    // For the sweep of those that no version ever referred to.
    index('design_images_unused').on(table.draftSince).where(sql`${table.draftSince} is not null`),
  ],
);
