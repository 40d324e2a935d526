import type { Transaction } from '#db/client.ts';
import type { payments } from '#db/schema/verification.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** A kind of thing that can be paid for. All functions run in the transaction that settles or refunds the payment. */
export type Subject = {
  /** Why the payer cannot have it any more, as a sentence; null when they can. A refused payment is refunded. */
  refusal(tx: Transaction, payment: PaymentRow): string | null;
  /** Gives the payer what was paid for. */
  grant(tx: Transaction, payment: PaymentRow): void;
  /** Takes it back after a refund. */
  revoke(tx: Transaction, payment: PaymentRow): void;
  /** What was paid for, and the page of this site that shows it. */
  describe(tx: Transaction, payment: PaymentRow): { title: string; path: string };
  /** Payments for what a search names, by their `seq`; at most 100. */
  search(q: string): number[];
};

let verificationSubject: Subject | undefined;

/** Sets what a payment for a verification does. The verification domain calls it: payments know no other domain. */
export function registerVerificationSubject(subject: Subject) {
  verificationSubject = subject;
}

export function subjectOf(_payment: PaymentRow): Subject {
  if (!verificationSubject) throw new Error('Nothing has registered what a payment is for');
  return verificationSubject;
}

/** Payments for anything that a search names, by their `seq`. */
export const searchSubjects = (q: string): number[] => verificationSubject?.search(q) ?? [];
