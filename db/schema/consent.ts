import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { identity, ofUser } from './accounts.ts';
import { toCertificate } from './certificates.ts';

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
