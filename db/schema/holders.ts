import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser } from './accounts.ts';
import { type Content, toCertificate } from './certificates.ts';

/** Mailed links that open everything issued to an address. */
export const holderLinks = sqliteTable(
  'holder_links',
  {
    /** SHA-256 in hex of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    /** In lower case. */
    email: text().notNull(),
    /** The stored ID of the certificate that the link shows. Null for a link to all. */
    uniqueId: text('unique_id'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ expiresAt }) => [index('holder_links_by_expiry').on(expiresAt)],
);

/**
 * Sessions of holders that were closed before they expired. A session is only in its cookie, because following a link writes
 * nothing.
 */
export const closedHolderSessions = sqliteTable(
  'closed_holder_sessions',
  {
    /** SHA-256 in hex of the cookie. */
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ expiresAt }) => [index('closed_holder_sessions_by_expiry').on(expiresAt)],
);

export const CONSENTS = ['open', 'ask', 'closed'] as const;
export const PURPOSES = ['employment', 'admission', 'licence', 'other'] as const;

/** A holder's choices for an address. Without a row: open, and mails about look-ups and reminders. */
export const holderSettings = sqliteTable(
  'holder_settings',
  {
    /** In lower case. */
    email: text().primaryKey(),
    consent: text({ enum: CONSENTS }).notNull().default('open'),
    lookUpMails: integer('look_up_mails', { mode: 'boolean' }).notNull().default(true),
    /** Whether mails say that certificates expire soon. */
    reminders: integer({ mode: 'boolean' }).notNull().default(true),
    /** Look-ups and payments since the last mail about them. */
    newLookUps: integer('new_look_ups').notNull().default(0),
    newPayments: integer('new_payments').notNull().default(0),
    mailedAt: integer('mailed_at').notNull().default(0),
    /** When the next mail is due. Null without anything new. */
    mailDueAt: integer('mail_due_at'),
  },
  ({ mailDueAt }) => [index('holder_settings_due').on(mailDueAt)],
);

/** A holder's choice for one certificate. Without a row, the choice for the address counts. */
export const certificateConsents = sqliteTable('certificate_consents', {
  certificateId: toCertificate('certificate_id').primaryKey(),
  consent: text({ enum: CONSENTS }).notNull(),
});

/**
 * Requests for a holder's consent to the look-up of one certificate by one verifier. The newest counts. A request without an
 * answer lapses.
 */
export const consentRequests = sqliteTable(
  'consent_requests',
  {
    ...identity(),
    certificateId: toCertificate('certificate_id').notNull(),
    verifierId: ofUser('verifier_id').notNull(),
    purpose: text({ enum: PURPOSES }),
    purposeText: text('purpose_text'),
    /** SHA-256 in hex of the token in the mailed link. */
    tokenHash: text('token_hash').notNull().unique(),
    askedAt: integer('asked_at').notNull(),
    lapsesAt: integer('lapses_at').notNull(),
    answer: text({ enum: ['granted', 'declined'] }),
    answeredAt: integer('answered_at'),
    withdrawnAt: integer('withdrawn_at'),
  },
  ({ certificateId, verifierId, seq }) => [
    index('consent_requests_by_verifier').on(verifierId, seq),
    index('consent_requests_by_certificate').on(certificateId, verifierId, seq),
  ],
);

/** Open links to public pages of certificates, one for each. Switching a link off deletes it. */
export const shareLinks = sqliteTable('share_links', {
  certificateId: toCertificate('certificate_id').primaryKey(),
  /** SHA-256 in hex of the token in the link. */
  tokenHash: text('token_hash').notNull().unique(),
  /** The token, encrypted, because the holder sees the link again. */
  sealedToken: text('sealed_token').notNull(),
  allowsPdf: integer('allows_pdf', { mode: 'boolean' }).notNull(),
  allowsSearch: integer('allows_search', { mode: 'boolean' }).notNull(),
  /** Keys of own fields that the page shows. */
  fields: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Whether the PDF may be offered although it has values for verifiers. */
  allowsVerifiersFields: integer('allows_verifiers_fields', { mode: 'boolean' }).notNull().default(false),
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
