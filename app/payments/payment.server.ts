import { eq, type SQL } from 'drizzle-orm';
import { shownName } from '#app/accounts/account-names.server.ts';
import type { Member } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { paymentEvents, payments } from '#db/schema/payments.ts';
import { cardBrandName } from './card.schema.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** The item of a payment, as columns of the payment. */
export type Item = { verificationId: string } | { courseId: string; courseTitle: string };

/** An event that grants the purchase. */
type GrantingEvent = 'payment' | 'dispute';

/** A kind of item. All functions but `describe` and `search` run in the transaction that settles or refunds the payment. */
export type Subject = {
  /** Whether all payers get a mail, instead of only those who paid on the gateway's page. */
  alwaysMails?: boolean;
  /** Whether a new dispute revokes the purchase. Otherwise only a lost dispute does. */
  revokedByDispute?: boolean;
  /**
   * Why the purchase can no longer be granted, as payments store it, or null. The payment is then refunded.
   * @param event what would grant it now
   */
  rejectionReason(tx: Transaction, payment: PaymentRow, event: GrantingEvent): string | null;
  /** Gives the payer access to the certificate or course. */
  grant(tx: Transaction, payment: PaymentRow): void;
  /** Revokes the access after a refund or because of a dispute. */
  revoke(tx: Transaction, payment: PaymentRow): void;
  /** The item's title, also as stored-reasons.ts stores it, the path of its page, and its lines on the receipt. */
  describe(
    tx: Pick<Transaction, 'select'>,
    payment: PaymentRow,
  ): { title: string; storedTitle: string; path: string; lines: [label: string, value: string][] };
  /** The `seq`s of at most 100 payments for items that match a search. */
  search(q: string): number[];
};

export type SubjectKind = 'verification' | 'course';

const subjects = new Map<SubjectKind, Subject>();

/** Registers a kind of item. The start does it (app/start/connect.server.ts), because payments import none of the domains that sell. */
export function registerSubject(kind: SubjectKind, subject: Subject) {
  subjects.set(kind, subject);
}

export const kindOf = ({ verificationId }: Pick<PaymentRow, 'verificationId'>): SubjectKind =>
  verificationId === null ? 'course' : 'verification';

export function subjectOf(payment: PaymentRow): Subject {
  const kind = kindOf(payment);
  const subject = subjects.get(kind);
  if (!subject) throw new Error(`No subject is registered for payments of the kind ${kind}`);
  return subject;
}

/** The `seq`s of payments for items that match a search. */
export const searchSubjects = (q: string): number[] =>
  [...subjects.values()].flatMap((subject) => subject.search(q));

export { PAYMENT_STATES } from '#db/schema/payments.ts';

/** Whether a payment has no outcome yet. */
export const isOpen = ({ state }: Pick<PaymentRow, 'state'>) => state === 'created' || state === 'pending';

/** A payment for its payer, settled or open. */
export type Payment = {
  id: string;
  /** What kind of item it is for. */
  kind: SubjectKind;
  /** Null for a verification, and once the course is deleted. */
  courseId: string | null;
  state: PaymentRow['state'];
  gateway: string;
  /** Null until it is settled. */
  receiptNumber: number | null;
  amountMinor: number;
  currency: string;
  /** Null if the card was entered at the gateway. The brand is in the reader's language. */
  card: { brand: string; last4: string } | null;
  /** Milliseconds UTC. */
  createdAt: number;
};

export const toPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  kind: kindOf(row),
  courseId: row.courseId,
  state: row.state,
  gateway: row.gateway,
  receiptNumber: row.receiptNumber,
  amountMinor: row.amountMinor,
  currency: row.currency,
  card: row.cardBrand && row.cardLast4 ? { brand: cardBrandName(row.cardBrand), last4: row.cardLast4 } : null,
  createdAt: row.createdAt,
});

export const paymentById = (id: string): PaymentRow | undefined =>
  db().select().from(payments).where(eq(payments.id, id)).get();

/** Writes a payment's new state and a line in its history. */
export function changeState(
  tx: Transaction,
  payment: PaymentRow,
  changes: Partial<PaymentRow> & Pick<PaymentRow, 'state'>,
  detail: string | null = null,
) {
  tx.update(payments).set(changes).where(eq(payments.id, payment.id)).run();
  tx.insert(paymentEvents).values({ paymentId: payment.id, state: changes.state, detail, at: now() }).run();
}

/** The payer's present name, email and language. */
export function payerOf(tx: Pick<Transaction, 'select'>, { payerId }: Pick<PaymentRow, 'payerId'>) {
  const payer = tx
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, payerId))
    .get();
  return payer && { ...payer, name: shownName(payer.name) };
}

/** SQL condition that a reader may open the payment's documents: a payer its own, a super admin all. */
export const readableBy = ({ user }: Member): SQL | undefined =>
  user.role === 'superadmin' ? undefined : eq(payments.payerId, user.id);
