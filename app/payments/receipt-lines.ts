import { formatPercent } from '#app/messages/format-numbers.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';
import { t } from '#messages';
import { gatewayName, isTestPayment, testPayment } from './gateway.ts';
import type { CreditNote, Receipt } from './receipt.server.ts';

/** A label with its value, which may have line breaks. */
export type DocumentLine = [label: string, value: string];

/** Formats a receipt's number. */
export const receiptNumber = (number: number) => `R-${String(number).padStart(6, '0')}`;

/** Lines for the seller and the buyer, as far as they are known. */
export function partyLines(
  { seller, buyer }: Pick<Receipt, 'seller' | 'buyer'>,
  buyerLabel = t('receiptLines.paidBy'),
): DocumentLine[] {
  const lines: DocumentLine[] = [];
  if (seller)
    lines.push([t('receiptLines.seller'), [seller.name, seller.address].filter(Boolean).join('\n')]);
  if (seller?.taxId) lines.push([t('receiptLines.sellersTaxId'), seller.taxId]);
  lines.push([buyerLabel, buyer.email ? `${buyer.name} <${buyer.email}>` : buyer.name]);
  if (buyer.company) lines.push([t('common.company'), buyer.company]);
  if (buyer.taxId) lines.push([t('common.taxId'), buyer.taxId]);
  return lines;
}

const amountLines = ({
  amountMinor,
  currency,
  tax,
}: Pick<Receipt, 'amountMinor' | 'currency' | 'tax'>): DocumentLine[] => {
  const money = (minor: number) => `${formatUsd(minor)} ${currency}`;
  if (!tax) return [[t('common.amount'), money(amountMinor)]];
  return [
    [t('common.netAmount'), money(amountMinor - tax.amountMinor)],
    [t('receiptLines.taxAtRate', { rate: formatTaxRate(tax.rate) }), money(tax.amountMinor)],
    [t('common.amount'), money(amountMinor)],
  ];
};

/** Formats a credit note's number. */
export const creditNoteNumber = (number: number) => `C-${String(number).padStart(6, '0')}`;

/** A credit note's lines, for the page and the PDF. */
export const creditNoteLines = (note: CreditNote, timeZone: string): DocumentLine[] => [
  [t('common.creditNote'), creditNoteNumber(note.number)],
  [t('common.date'), formatInstantAsDate(note.issuedAt, timeZone)],
  [t('receiptLines.forReceipt'), receiptNumber(note.receiptNumber)],
  ...partyLines(note),
  ...note.lines,
  [t('common.reason'), note.reason],
  ...amountLines(note),
];

/** A receipt's lines, for the page and the PDF. */
export function receiptLines(receipt: Receipt, timeZone: string): DocumentLine[] {
  const { card, gateway } = receipt;
  return [
    [t('common.receipt'), receiptNumber(receipt.number)],
    [t('common.date'), formatInstantAsDate(receipt.issuedAt, timeZone)],
    ...partyLines(receipt),
    ...receipt.lines,
    card
      ? [t('common.card'), t('receiptLines.brandEndingInLast4', { brand: card.brand, last4: card.last4 })]
      : [t('receiptLines.paidThrough'), gatewayName(gateway)],
    ...amountLines(receipt),
    ...(isTestPayment(gateway) ? [[t('receiptLines.note'), testPayment()] satisfies DocumentLine] : []),
  ];
}

/** 100 percent in hundredths of a percent, the unit of tax rates. */
const WHOLE = 10_000;

/**
 * The tax included in an amount, rounded half up to the minor unit.
 * @param rate in hundredths of a percent of the net amount; null without tax
 */
export const includedTax = (amountMinor: number, rate: number | null): number =>
  rate === null ? 0 : Math.floor((2 * amountMinor * rate + WHOLE + rate) / (2 * (WHOLE + rate)));

/** Formats a rate: 1900 as '19%', 1850 as '18.5%'. */
export const formatTaxRate = (rate: number) => formatPercent(rate / WHOLE);

/** Parses a rate in percent, with at most two decimals, into hundredths of a percent. Returns null unless it is below 100. */
export function parseTaxRate(text: string): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?\s?%?$/.exec(text.trim()) ?? [];
  return whole === '' ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}
