import { formatInstantAsDate } from '#app/shared/dates.ts';
import { formatUsd } from '#app/shared/money.ts';
import type { CreditNote } from './credit-note.server.ts';
import { GATEWAY_NAMES, isTestPayment, TEST_PAYMENT } from './gateway.ts';
import type { Receipt } from './receipt.server.ts';
import { formatTaxRate } from './tax.ts';

/** A label with its value, which may have line breaks. */
export type DocumentLine = [label: string, value: string];

/** Formats a receipt's number. */
export const receiptNumber = (number: number) => `R-${String(number).padStart(6, '0')}`;

/** Lines for the seller and the buyer, as far as they are known. */
export function partyLines(
  { seller, buyer }: Pick<Receipt, 'seller' | 'buyer'>,
  buyerLabel = 'Paid by',
): DocumentLine[] {
  const lines: DocumentLine[] = [];
  if (seller) lines.push(['Seller', [seller.name, seller.address].filter(Boolean).join('\n')]);
  if (seller?.taxId) lines.push(['Seller’s tax ID', seller.taxId]);
  lines.push([buyerLabel, buyer.email ? `${buyer.name} <${buyer.email}>` : buyer.name]);
  if (buyer.company) lines.push(['Company', buyer.company]);
  if (buyer.taxId) lines.push(['Tax ID', buyer.taxId]);
  return lines;
}

const amountLines = ({
  amountMinor,
  currency,
  tax,
}: Pick<Receipt, 'amountMinor' | 'currency' | 'tax'>): DocumentLine[] => {
  const money = (minor: number) => `${formatUsd(minor)} ${currency}`;
  if (!tax) return [['Amount', money(amountMinor)]];
  return [
    ['Net amount', money(amountMinor - tax.amountMinor)],
    [`Tax (${formatTaxRate(tax.rate)})`, money(tax.amountMinor)],
    ['Amount', money(amountMinor)],
  ];
};

/** Formats a credit note's number. */
export const creditNoteNumber = (number: number) => `C-${String(number).padStart(6, '0')}`;

/** A credit note's lines, for the page and the PDF. */
export const creditNoteLines = (note: CreditNote, timeZone: string): DocumentLine[] => [
  ['Credit note', creditNoteNumber(note.number)],
  ['Date', formatInstantAsDate(note.issuedAt, timeZone)],
  ['For receipt', receiptNumber(note.receiptNumber)],
  ...partyLines(note),
  ...note.lines,
  ['Reason', note.reason],
  ...amountLines(note),
];

/** A receipt's lines, for the page and the PDF. */
export function receiptLines(receipt: Receipt, timeZone: string): DocumentLine[] {
  const { card, gateway } = receipt;
  return [
    ['Receipt', receiptNumber(receipt.number)],
    ['Date', formatInstantAsDate(receipt.issuedAt, timeZone)],
    ...partyLines(receipt),
    ...receipt.lines,
    card
      ? ['Card', `${card.brand} ending in ${card.last4}`]
      : ['Paid through', GATEWAY_NAMES[gateway] ?? gateway],
    ...amountLines(receipt),
    ...(isTestPayment(gateway) ? [['Note', TEST_PAYMENT] satisfies DocumentLine] : []),
  ];
}
