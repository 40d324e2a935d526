import { GATEWAY_NAMES } from '#app/payments/gateway.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { formatUsd } from '#app/shared/money.ts';
import type { Receipt } from './receipt.server.ts';

/** A receipt's number as it is printed. */
export const receiptNumber = (number: number) => `R-${String(number).padStart(6, '0')}`;

/** A receipt's lines, the same on the page and in the PDF. */
export function receiptLines(receipt: Receipt, timeZone: string): [label: string, value: string][] {
  const { payer, certificate, card, gateway } = receipt;
  return [
    ['Receipt', receiptNumber(receipt.number)],
    ['Date', formatInstantAsDate(receipt.paidAt, timeZone)],
    ['Paid by', payer.email ? `${payer.name} <${payer.email}>` : payer.name],
    ['For', 'Verification of one certificate'],
    ['Certificate ID', certificate.uniqueId],
    ['Course', certificate.courseName],
    ['Issued to', certificate.studentName],
    ['Issued by', certificate.issuerName],
    card
      ? ['Card', `${card.brand} ending in ${card.last4}`]
      : ['Paid through', GATEWAY_NAMES[gateway] ?? gateway],
    ['Amount', `${formatUsd(receipt.amountMinor)} ${receipt.currency}`],
  ];
}
