import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, toUser } from './accounts.ts';

/** Issuers' designs of certificates (docs/product.md, Designs). */
export const designs = sqliteTable(
  'designs',
  {
    ...identity(),
    issuerId: toUser('issuer_id').notNull(),
    name: text().notNull(),
    /** Number of the newest version, which new certificates use. 0 for a design that was never published. */
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    retiredAt: integer('retired_at'),
    /**
     * The issuer's own subject and text (Markdown) of the mail about a certificate, or empty for the standard ones. Not part of a
     * version, because no certificate prints them.
     */
    mailSubject: text('mail_subject').notNull().default(''),
    mailText: text('mail_text').notNull().default(''),
    /** `mailText` as HTML, with its placeholders, so that a mail only fills them in. */
    mailHtml: text('mail_html').notNull().default(''),
    /** JSON of a DraftContent (app/designs/own-artwork/drafts.server.ts): what is not published yet. */
    draft: text(),
    /** Raised by each save of a draft, so that a save of an older one is noticed. */
    draftNumber: integer('draft_number').notNull().default(0),
  },
  ({ issuerId, seq, name, retiredAt }) => [
    index('designs_by_issuer').on(issuerId, seq),
    uniqueIndex('designs_in_use_by_name').on(issuerId, name).where(sql`${retiredAt} is null`),
  ],
);

/** Versions of designs. Rows are never updated, because certificates refer to them. */
export const designVersions = sqliteTable(
  'design_versions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    designSeq: integer('design_seq')
      .notNull()
      .references(() => designs.seq),
    /** Number within its design, from 1. */
    number: integer().notNull(),
    /** JSON of a Design (app/drawing/design.ts). */
    design: text().notNull(),
    /** Default validity of certificates, as an ISO 8601 duration. */
    expiresAfter: text('expires_after'),
    /** SHA-256 of both when it was saved (`designHash`). Null until the first start of version 0.5.0 records it. */
    hash: text(),
    createdAt: integer('created_at').notNull(),
    /** The member who saved it. Null for the account that registered the organisation. */
    savedBy: toUser('saved_by'),
  },
  ({ designSeq, number, savedBy }) => [
    uniqueIndex('design_versions_by_design').on(designSeq, number),
    index('design_versions_by_member').on(savedBy).where(sql`${savedBy} is not null`),
  ],
);

/** An issuer's default design for a course, or for all other courses if the course name is empty. */
export const designDefaults = sqliteTable(
  'design_defaults',
  {
    issuerId: toUser('issuer_id').notNull(),
    course: text('course_name').notNull(),
    designSeq: integer('design_seq')
      .notNull()
      .references(() => designs.seq),
  },
  ({ issuerId, course, designSeq }) => [
    primaryKey({ columns: [issuerId, course] }),
    index('design_defaults_by_design').on(designSeq),
  ],
);

/** Logos and signatures, as PNGs encoded by the server, identified by their hash. */
export const designImages = sqliteTable(
  'design_images',
  {
    issuerId: toUser('issuer_id').notNull(),
    hash: text().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
    /** When it was uploaded. Null once a version refers to it. */
    draftSince: integer('draft_since'),
  },
  ({ issuerId, hash, draftSince }) => [
    primaryKey({ columns: [issuerId, hash] }),
    // For the sweep of pictures that no version ever referred to.
    index('design_images_unused').on(draftSince).where(sql`${draftSince} is not null`),
  ],
);

/** Backgrounds of designs with own artwork, as the server made them of an upload. Rows are never updated but for `draftSince`. */
export const designBackgrounds = sqliteTable(
  'design_backgrounds',
  {
    issuerId: toUser('issuer_id').notNull(),
    /** SHA-256 of its page, PNG and PDF (`backgroundId` in app/files/images/background/background-id.server.ts). */
    id: text().notNull(),
    /** The page that it fills: an `ArtworkPage`. */
    page: text().notNull(),
    /** The page at 150 dpi. */
    png: blob({ mode: 'buffer' }).notNull(),
    /** A PDF of one page, whose first object is a form XObject of the drawing. */
    pdf: blob({ mode: 'buffer' }).notNull(),
    /** JSON of the words that the drawing shows, in the order of reading, with their places. */
    words: text().notNull(),
    /** Whether the PDF has the drawing itself, and not its pixels. */
    isVector: integer('is_vector', { mode: 'boolean' }).notNull(),
    /** When it was uploaded. Null once a version refers to it. */
    draftSince: integer('draft_since'),
  },
  ({ issuerId, id, draftSince }) => [
    primaryKey({ columns: [issuerId, id] }),
    index('design_backgrounds_unused').on(draftSince).where(sql`${draftSince} is not null`),
  ],
);
