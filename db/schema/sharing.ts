import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser } from './accounts.ts';
import { type Content, toCertificate } from './certificates.ts';

/** Open links to public pages of certificates, one for each. Switching a link off deletes it. */
export const shareLinks = sqliteTable('share_links', {
  certificateId: toCertificate('certificate_id').primaryKey(),
  /** SHA-256 in hex of the token in the link. */
  tokenHash: text('token_hash').notNull().unique(),
  /** The token, encrypted, because the holder sees the link again. */
  sealedToken: text('sealed_token').notNull(),
  allowsPdf: integer('allows_pdf', { mode: 'boolean' }).notNull(),
  allowsSearch: integer('allows_search', { mode: 'boolean' }).notNull(),
  /** The last day in UTC, or null. */
  endDate: text('end_date'),
  createdAt: integer('created_at').notNull(),
});

/** How often the public page of a certificate was opened on a day, without addresses. */
export const shareOpens = sqliteTable(
  'share_opens',
  {
    certificateId: toCertificate('certificate_id').notNull(),
    /** YYYY-MM-DD in UTC. */
    day: text().notNull(),
    count: integer().notNull(),
  },
  ({ certificateId, day }) => [primaryKey({ columns: [certificateId, day] })],
);

/** Whether the holders of an issuer's certificates may share them. Without a row they may. */
export const sharingSettings = sqliteTable('sharing_settings', {
  issuerId: ofUser('issuer_id').primaryKey(),
  isAllowed: integer('is_allowed', { mode: 'boolean' }).notNull(),
});

/** Holders' requests for corrections. A certificate has at most one open request. */
export const correctionRequests = sqliteTable(
  'correction_requests',
  {
    ...identity(),
    certificateId: toCertificate('certificate_id').notNull(),
    issuerId: ofUser('issuer_id').notNull(),
    field: text().$type<keyof Content | 'other'>().notNull(),
    right: text().notNull(),
    reason: text().notNull(),
    askedAt: integer('asked_at').notNull(),
    /** Null while open. */
    decision: text({ enum: ['replaced', 'declined'] }),
    declineReason: text('decline_reason'),
    decidedAt: integer('decided_at'),
  },
  ({ certificateId, issuerId, seq, decision }) => [
    index('correction_requests_by_certificate').on(certificateId, seq),
    uniqueIndex('correction_requests_open').on(certificateId).where(sql`${decision} is null`),
    index('correction_requests_by_issuer').on(issuerId, decision, seq),
  ],
);
