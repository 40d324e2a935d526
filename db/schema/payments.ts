import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, toUser } from './accounts.ts';
import { courses } from './courses.ts';
import { verifications } from './verification.ts';

/**
 * States of a payment (docs/product.md, Payment). `created` and `pending` are open: `created` is stored before the gateway is
 * called, `pending` has a checkout at the gateway.
 */
export const PAYMENT_STATES = [
  'created',
  'pending',
  'paid',
  'failed',
  'expired',
  'refunded',
  'disputed',
] as const;

/** `card` is any other. */
export const CARD_BRANDS = ['visa', 'mastercard', 'american-express', 'card'] as const;

/** A column that refers to a payment. */
export const toPayment = <Name extends string>(name: Name) => text(name).references(() => payments.id);

/**
 * Payments. A row is inserted before the gateway is called and settled afterwards, so that after a crash the gateway can be
 * asked about it.
 */
export const payments = sqliteTable(
  'payments',
  {
    ...identity(),
    payerId: toUser('payer_id').notNull(),
    /** The item: a verification, or else a course. */
    verificationId: text('verification_id').references(() => verifications.id),
    /** Null for a verification, and after the course is deleted. */
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    /** The course's title when the payment began. Null for a verification. */
    courseTitle: text('course_title'),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    /** The number of its receipt. Null until it is charged. */
    receiptNumber: integer('receipt_number').unique(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    /** Null if the card is entered at the gateway. */
    cardBrand: text('card_brand', { enum: CARD_BRANDS }),
    cardLast4: text('card_last4'),
    gateway: text().notNull(),
    /** The buyer's details for the receipt. */
    buyerCompany: text('buyer_company'),
    buyerTaxId: text('buyer_tax_id'),
    /** The gateway's ID of the checkout, and its URL for the payer. */
    checkoutReference: text('checkout_reference'),
    checkoutUrl: text('checkout_url'),
    gatewayReference: text('gateway_reference'),
    /** Why it failed, for the payer: a code of app/payments/stored-reasons.ts, or the gateway's text. */
    failureMessage: text('decline_message'),
    createdAt: integer('created_at').notNull(),
    settledAt: integer('settled_at'),
    /** When the gateway was last asked about an open payment. */
    checkedAt: integer('checked_at').notNull().default(0),
  },
  ({ verificationId, seq, payerId, createdAt, state, gatewayReference, courseId, checkedAt }) => [
    index('payments_by_verification').on(verificationId, seq),
    index('payments_by_payer').on(payerId, seq),
    // The list of all payments, which can be filtered by state and days.
    index('payments_by_creation').on(createdAt, seq),
    index('payments_by_state').on(state, createdAt, seq),
    index('payments_by_gateway_reference').on(gatewayReference),
    // Ensures that a verification is paid once, even if the code has a bug. After a lost dispute it may be paid again.
    uniqueIndex('payments_one_success').on(verificationId).where(sql`${state} = 'paid'`),
    // Ensures that it has at most one open payment.
    uniqueIndex('payments_one_open').on(verificationId).where(sql`${state} in ('created', 'pending')`),
    // The same for a course and its payer. After a dispute the course may be bought again.
    uniqueIndex('payments_one_success_for_course').on(courseId, payerId).where(sql`${state} = 'paid'`),
    uniqueIndex('payments_one_open_for_course')
      .on(courseId, payerId)
      .where(sql`${state} in ('created', 'pending')`),
    index('payments_by_course').on(courseId, seq),
    index('payments_open').on(checkedAt).where(sql`${state} in ('created', 'pending')`),
  ],
);

/** State changes of payments, in order. */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    paymentId: toPayment('payment_id').notNull(),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    /** The reason, if the state alone does not explain it: a code of app/payments/stored-reasons.ts, or somebody's text. */
    detail: text(),
    at: integer().notNull(),
  },
  ({ paymentId, seq }) => [index('payment_events_by_payment').on(paymentId, seq)],
);

/** The last assigned number of each series of documents. It changes in the transaction that issues a document. */
export const documentNumbers = sqliteTable('document_numbers', {
  series: text({ enum: ['receipt', 'credit-note', 'statement'] }).primaryKey(),
  last: integer().notNull(),
});

/** The content of a receipt without the payment's amount, at the time of issuing. */
export type ReceiptFacts = {
  /** Null if the seller's details were not set. */
  seller: { name: string; address: string | null; taxId: string | null } | null;
  buyer: { name: string; email: string | null; company: string | null; taxId: string | null };
  lines: [label: string, value: string][];
};

/** Receipts of payments. Rows never change. */
export const receipts = sqliteTable('receipts', {
  paymentId: toPayment('payment_id').primaryKey(),
  /** Consecutive without gaps. */
  number: integer().notNull().unique(),
  issuedAt: integer('issued_at').notNull(),
  /** The tax included in the amount, in hundredths of a percent; null without tax. */
  taxRate: integer('tax_rate'),
  facts: text({ mode: 'json' }).$type<ReceiptFacts>().notNull(),
  /** The language in which it is printed. Null for those from before there were languages, which are English. */
  language: text(),
});

/** Credit notes of refunds and lost disputes. Rows never change. */
export const creditNotes = sqliteTable(
  'credit_notes',
  {
    id: text().primaryKey(),
    /** Consecutive without gaps. */
    number: integer().notNull().unique(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => receipts.paymentId),
    issuedAt: integer('issued_at').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /** The tax included in the amount, at the receipt's rate. */
    taxMinor: integer('tax_minor').notNull(),
    cause: text({ enum: ['refund', 'dispute'] }).notNull(),
    reason: text().notNull(),
    /** As printed. Null if the seller's details were not set. */
    seller: text({ mode: 'json' }).$type<ReceiptFacts['seller']>(),
    /** The language in which it is printed. Null for those from before there were languages, which are English. */
    language: text(),
  },
  ({ paymentId, number }) => [index('credit_notes_by_payment').on(paymentId, number)],
);

/** The seller's details for receipts. The newest row applies. */
export const sellerDetails = sqliteTable(
  'seller_details',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    address: text(),
    taxId: text('tax_id'),
    /** The tax included in prices, in hundredths of a percent. Null without tax. */
    taxRate: integer('tax_rate'),
    setBy: toUser('set_by').notNull(),
    setAt: integer('set_at').notNull(),
  },
  ({ setBy }) => [index('seller_details_by_setter').on(setBy)],
);

/** Orders to refund a payment, at most one per payment. A background task sends them to the gateway. */
export const refunds = sqliteTable(
  'refunds',
  {
    paymentId: toPayment('payment_id').primaryKey(),
    /** A code of app/payments/stored-reasons.ts, or a person's text. */
    reason: text().notNull(),
    /** The super admin who refunded it. Null for an automatic refund and for one made at the gateway. */
    requestedBy: toUser('requested_by'),
    requestedAt: integer('requested_at').notNull(),
    completedAt: integer('completed_at'),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    attempts: integer().notNull().default(0),
    /** Idempotency-Key of an attempt whose outcome is unknown. Null: the next attempt gets a new key. */
    attemptKey: text('attempt_key'),
  },
  ({ requestedAt, nextAttemptAt, completedAt, requestedBy }) => [
    index('refunds_by_time').on(requestedAt),
    index('refunds_due').on(nextAttemptAt).where(sql`${completedAt} is null`),
    index('refunds_by_requester').on(requestedBy).where(sql`${requestedBy} is not null`),
  ],
);

/** Received and refunded amounts per day (UTC). Triggers update them in the transactions that settle and refund. */
export const paymentDays = sqliteTable('payment_days', {
  day: text().primaryKey(),
  receivedMinor: integer('received_minor').notNull().default(0),
  refundedMinor: integer('refunded_minor').notNull().default(0),
});

/** IDs of processed webhook events, so that each is processed once. */
export const gatewayEvents = sqliteTable(
  'gateway_events',
  {
    /** The gateway's name and the event's ID. */
    id: text().primaryKey(),
    receivedAt: integer('received_at').notNull(),
  },
  ({ receivedAt }) => [index('gateway_events_by_time').on(receivedAt)],
);

/** The sandbox gateway's own ledger, separate from ours like that of a payment provider. */
export const sandboxCharges = sqliteTable('sandbox_charges', {
  /** ID of our payment, which is never charged twice. */
  paymentId: text('payment_id').primaryKey(),
  reference: text().notNull().unique(),
  amountMinor: integer('amount_minor').notNull(),
  currency: text().notNull(),
  /** Null if it succeeded. */
  declineMessage: text('decline_message'),
  createdAt: integer('created_at').notNull(),
  refundedAt: integer('refunded_at'),
});

/** Discount codes for the courses of an author. */
export const coupons = sqliteTable(
  'coupons',
  {
    ...identity(),
    ownerId: toUser('owner_id').notNull(),
    /** In upper case. */
    code: text().notNull(),
    /** The discount: a percentage, or else an amount in US cents. */
    percent: integer(),
    amountMinor: integer('amount_minor'),
    /**
     * Whether the coupon is for all courses of its owner. Otherwise it is for `courseId`, and for none after that is deleted.
     */
    forAllCourses: integer('for_all_courses', { mode: 'boolean' }).notNull(),
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    /** The first and last day (UTC). Null means no limit. */
    validFrom: text('valid_from'),
    validUntil: text('valid_until'),
    /** Null means no limit. */
    maxUses: integer('max_uses'),
    /** How often the coupon is used. Maintained by triggers (docs/product.md, Courses). */
    uses: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
    /** The member who created it. Null for the account that registered the organisation. */
    createdBy: toUser('created_by'),
  },
  ({ ownerId, seq, code, endedAt, courseId, percent, amountMinor, createdBy }) => [
    index('coupons_by_creator').on(createdBy).where(sql`${createdBy} is not null`),
    index('coupons_by_owner').on(ownerId, seq),
    index('coupons_by_code').on(ownerId, code, seq),
    uniqueIndex('coupons_one_code').on(ownerId, code).where(sql`${endedAt} is null`),
    index('coupons_by_course').on(courseId),
    check('coupons_discount', sql`(${percent} is null) <> (${amountMinor} is null)`),
  ],
);

/**
 * Uses of coupons. A use begins with the checkout and counts while its payment is open, paid or disputed. A payment that fails,
 * expires or is refunded returns its use.
 */
export const couponUses = sqliteTable(
  'coupon_uses',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    couponId: text('coupon_id')
      .notNull()
      .references(() => coupons.id),
    userId: toUser('user_id').notNull(),
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    /** Null if the coupon made the course free. */
    paymentId: toPayment('payment_id').unique(),
    usedAt: integer('used_at').notNull(),
  },
  ({ couponId, paymentId, userId, courseId }) => [
    index('coupon_uses_by_coupon').on(couponId, paymentId),
    index('coupon_uses_by_user').on(userId),
    index('coupon_uses_by_course').on(courseId),
  ],
);
