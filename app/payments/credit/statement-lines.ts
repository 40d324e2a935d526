import { formatMonthName } from '#app/messages/format-numbers.ts';
import type { DocumentLine } from '#app/payments/receipt-lines.ts';
import { creditNoteNumber, partyLines, receiptNumber } from '#app/payments/receipt-lines.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';
import { t } from '#messages';
import type { Statement, StatementEntry } from './statements.server.ts';

/** A month in UTC, as 'YYYY-MM'. */
export type Month = string;

/** The month of an instant, in ms since the epoch. */
export const monthOf = (instantMs: number): Month => new Date(instantMs).toISOString().slice(0, 7);

/** The first instant of a month, in ms since the epoch. */
export const startOfMonth = (month: Month): number => Date.parse(`${month}-01T00:00:00Z`);

/** The first instant after a month, in ms since the epoch. */
export function endOfMonth(month: Month): number {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return Date.UTC(year, number, 1);
}

export const nextMonth = (month: Month): Month => monthOf(endOfMonth(month));

/** Formats '2026-10' as 'October 2026'. */
export const formatMonth = (month: Month) => formatMonthName(startOfMonth(month));

/** Formats a statement's number. */
export const statementNumber = (number: number) => `S-${String(number).padStart(6, '0')}`;

/** The number of an entry's receipt or credit note. */
export const documentOf = ({ receiptNumber: receipt, creditNoteNumber: note }: StatementEntry) => {
  if (note !== null) return creditNoteNumber(note);
  return receipt === null ? '' : receiptNumber(receipt);
};

/** Title of the purchase or refund. */
export function entryTitle({ kind, title }: StatementEntry, inLines = false): string {
  const value = title ?? '';
  if (kind !== 'refund') return value;
  const label = t('statementLines.refund');
  return inLines ? `${label}\n${value}` : t('page.labelValue', { label, value });
}

/** Formats a date in UTC, like the statement's month. */
export const statementDate = (instantMs: number) => formatInstantAsDate(instantMs, 'UTC');

/** The lines above the entries, for the page and the PDF. */
export const statementHead = (statement: Statement): DocumentLine[] => [
  [t('common.statement'), statementNumber(statement.number)],
  [t('common.date'), statementDate(statement.issuedAt)],
  [t('barChart.monthUtc'), formatMonth(statement.month)],
  ...partyLines(statement, t('statementLines.billedTo')),
];

/** The lines below the entries, for the page and the PDF. */
export const statementTotals = ({ totalMinor, taxMinor, currency }: Statement): DocumentLine[] => {
  const total: DocumentLine = [t('common.total'), `${formatUsd(totalMinor)} ${currency}`];
  if (taxMinor === 0) return [total];
  return [
    [t('common.netAmount'), `${formatUsd(totalMinor - taxMinor)} ${currency}`],
    [t('statementLines.taxIncluded'), `${formatUsd(taxMinor)} ${currency}`],
    total,
  ];
};
