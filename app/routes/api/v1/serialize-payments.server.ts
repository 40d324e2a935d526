import type { Credit, LedgerLine } from '#app/payments/credit/list-credit.server.ts';
import { documentOf, statementNumber } from '#app/payments/credit/statement-lines.ts';
import type { ListedStatement, Statement, StatementEntry } from '#app/payments/credit/statements.server.ts';
import type { CreditNote } from '#app/payments/credit-note.server.ts';
import type { ListedPayment } from '#app/payments/list-payments.server.ts';
import type { PaymentDetails } from '#app/payments/payment-details.server.ts';
import type { Receipt } from '#app/payments/receipt.server.ts';
import { creditNoteNumber, receiptNumber } from '#app/payments/receipt-lines.ts';
import type { readSellerDetails } from '#app/payments/seller-details.server.ts';
import { toDollars } from '#app/shared/money.ts';
import { serializePayment } from './serialize.server.ts';

const instant = (ms: number) => new Date(ms).toISOString();
const instantOrNull = (ms: number | null) => (ms === null ? null : instant(ms));

/** Serializes a payment with its payer, for super admins. */
export const serializeListedPayment = (payment: ListedPayment) => ({
  ...serializePayment(payment),
  payer: payment.payer,
});

/** Serializes a payment with its history, for super admins. */
export const serializePaymentDetails = (payment: PaymentDetails) => ({
  ...serializeListedPayment(payment),
  title: payment.title,
  gatewayReference: payment.gatewayReference,
  history: payment.history.map(({ at, ...event }) => ({ ...event, at: instant(at) })),
  creditNotes: payment.creditNotes.map(({ id, number }) => ({ _id: id, number: creditNoteNumber(number) })),
  refund: payment.refund && { ...payment.refund, completedAt: instantOrNull(payment.refund.completedAt) },
});

type Document = Pick<Receipt, 'amountMinor' | 'currency' | 'tax' | 'seller' | 'buyer' | 'lines' | 'issuedAt'>;

const documentFields = ({ amountMinor, currency, tax, seller, buyer, lines, issuedAt }: Document) => ({
  amount: toDollars(amountMinor),
  currency,
  tax: tax && { percent: tax.rate / 100, amount: toDollars(tax.amountMinor) },
  seller,
  buyer,
  lines: lines.map(([label, value]) => ({ label, value })),
  issuedAt: instant(issuedAt),
});

/** Serializes a receipt. */
export const serializeReceipt = (receipt: Receipt) => ({
  paymentId: receipt.id,
  number: receiptNumber(receipt.number),
  ...documentFields(receipt),
  gateway: receipt.gateway,
  card: receipt.card,
});

/** Serializes a credit note. */
export const serializeCreditNote = (note: CreditNote) => ({
  _id: note.id,
  number: creditNoteNumber(note.number),
  paymentId: note.paymentId,
  receiptNumber: receiptNumber(note.receiptNumber),
  ...documentFields(note),
  reason: note.reason,
});

/** Serializes the credit of an account. */
export const serializeCredit = ({ userId, limitMinor, owedMinor, leftMinor, ...credit }: Credit) => ({
  _id: userId,
  name: credit.name,
  email: credit.email,
  limit: toDollars(limitMinor),
  owed: toDollars(owedMinor),
  left: toDollars(leftMinor),
  setAt: instant(credit.setAt),
  endedAt: instantOrNull(credit.endedAt),
});

/** Serializes an entry of an account's ledger. */
export const serializeLedgerLine = ({
  kind,
  title,
  by,
  paymentId,
  statementId,
  at,
  ...line
}: LedgerLine) => ({
  kind,
  title,
  by,
  paymentId,
  statementId,
  amount: toDollars(line.amountMinor),
  limit: toDollars(line.limitMinor),
  owed: toDollars(line.owedMinor),
  at: instant(at),
});

/** Serializes a statement in a list. */
export const serializeStatement = ({
  id,
  number,
  month,
  issuedAt,
  totalMinor,
  settledAt,
}: ListedStatement) => ({
  _id: id,
  number: statementNumber(number),
  month,
  issuedAt: instant(issuedAt),
  total: toDollars(totalMinor),
  settledAt: instantOrNull(settledAt),
});

/** Serializes a statement with its parties. */
export const serializeWholeStatement = (statement: Statement) => ({
  ...serializeStatement(statement),
  tax: toDollars(statement.taxMinor),
  currency: statement.currency,
  seller: statement.seller,
  buyer: statement.buyer,
});

/** Serializes an entry of a statement. */
export const serializeStatementEntry = (entry: StatementEntry) => ({
  kind: entry.kind,
  title: entry.title,
  paymentId: entry.paymentId,
  document: documentOf(entry) || null,
  amount: toDollars(entry.amountMinor),
  tax: toDollars(entry.taxMinor),
  at: instant(entry.at),
});

type Seller = NonNullable<ReturnType<typeof readSellerDetails>>;

/** Serializes the seller's details. */
export const serializeSeller = ({ name, address, taxId, taxRate, setBy, setAt }: Seller) => ({
  name,
  address,
  taxId,
  taxRate: taxRate === null ? null : taxRate / 100,
  setBy,
  setAt: instant(setAt),
});
