import { formatInstantAsDate } from '#app/shared/dates.ts';
import { formatUsd } from '#app/shared/money.ts';
import { creditNoteNumber, type DocumentLine, partyLines, receiptNumber } from '../receipt-lines.ts';
import { formatMonth } from './month.ts';
import type { Statement, StatementEntry } from './statements.server.ts';

/** A statement's number as it is printed. */
export const statementNumber = (number: number) => `S-${String(number).padStart(6, '0')}`;

/** The receipt or credit note of an entry. */
export const documentOf = ({ receiptNumber: receipt, creditNoteNumber: note }: StatementEntry) => {
  if (note !== null) return creditNoteNumber(note);
  return receipt === null ? '' : receiptNumber(receipt);
};

/** What an entry is for. */
export const entryTitle = ({ kind, title }: StatementEntry, separator = ': ') =>
  `${kind === 'refund' ? `Refund${separator}` : ''}${title ?? ''}`;

/** Dates on statements are of UTC, as its month is. */
export const statementDate = (instantMs: number) => formatInstantAsDate(instantMs, 'UTC');

/** The lines above the entries, the same on the page and in the PDF. */
export const statementHead = (statement: Statement): DocumentLine[] => [
  ['Statement', statementNumber(statement.number)],
  ['Date', statementDate(statement.issuedAt)],
  ['Month', `${formatMonth(statement.month)} (UTC)`],
  ...partyLines(statement, 'Billed to'),
];

/** The lines below the entries. */
export const statementTotals = ({ totalMinor, taxMinor, currency }: Statement): DocumentLine[] => {
  const total: DocumentLine = ['Total', `${formatUsd(totalMinor)} ${currency}`];
  if (taxMinor === 0) return [total];
  return [
    ['Net amount', `${formatUsd(totalMinor - taxMinor)} ${currency}`],
    ['Tax included', `${formatUsd(taxMinor)} ${currency}`],
    total,
  ];
};
