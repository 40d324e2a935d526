import type { Transaction } from '#db/client.ts';
import type { payments } from '#db/schema/verification.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** One thing that a payment is for, as columns of the payment. */
export type Item = { verificationId: string } | { courseId: string; courseTitle: string };

/** What gives the payer what was paid for. */
type GrantingEvent = 'the payment arrived' | 'the dispute was won';

/** A kind of thing that can be paid for. All functions run in the transaction that settles or refunds the payment. */
export type Subject = {
  /** Whether every payer gets a mail, not only those who paid on a page that is not ours. */
  alwaysMails?: boolean;
  /** Whether a dispute takes it back at once; otherwise only one that is lost does. */
  revokedByDispute?: boolean;
  /**
   * Why the payer cannot have it any more, as a sentence; null when they can. A refused payment is refunded.
   * @param event what would give it now, for that sentence
   */
  refusal(tx: Transaction, payment: PaymentRow, event: GrantingEvent): string | null;
  /** Gives the payer the certificate or course. */
  grant(tx: Transaction, payment: PaymentRow): void;
  /** Takes it back after a refund or because of a dispute. */
  revoke(tx: Transaction, payment: PaymentRow): void;
  /** Title of the certificate or course, the path of its page, and its lines on the receipt. */
  describe(
    tx: Transaction,
    payment: PaymentRow,
  ): { title: string; path: string; lines: [label: string, value: string][] };
  /** Payments for what a search names, by their `seq`; at most 100. */
  search(q: string): number[];
};

export type SubjectKind = 'verification' | 'course';

const subjects = new Map<SubjectKind, Subject>();

/** Registers what payments of this kind do. Each domain registers its own kind, because payments import no other domain. */
export function registerSubject(kind: SubjectKind, subject: Subject) {
  subjects.set(kind, subject);
}

export const kindOf = ({ verificationId }: Pick<PaymentRow, 'verificationId'>): SubjectKind =>
  verificationId === null ? 'course' : 'verification';

export function subjectOf(payment: PaymentRow): Subject {
  const kind = kindOf(payment);
  const subject = subjects.get(kind);
  if (!subject) throw new Error(`Nothing has registered what a payment for a ${kind} does`);
  return subject;
}

/** Payments for anything that a search names, by their `seq`. */
export const searchSubjects = (q: string): number[] =>
  [...subjects.values()].flatMap((subject) => subject.search(q));
