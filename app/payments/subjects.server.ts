import type { Transaction } from '#db/client.ts';
import type { payments } from '#db/schema/payments.ts';

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
