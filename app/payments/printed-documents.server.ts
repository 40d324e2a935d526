import { inLanguage } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';
import type { CreditNote } from './credit-note.server.ts';
import type { Receipt } from './receipt.server.ts';
import {
  creditNoteLines,
  creditNoteNumber,
  type DocumentLine,
  receiptLines,
  receiptNumber,
} from './receipt-lines.ts';

/** A document's texts. Its language was stored when it was made, and does not depend on the reader. */
export type WrittenDocument = { language: string; title: string; lines: DocumentLine[] };

/** @param timeZone IANA, of the reader */
export const writtenReceipt = (receipt: Receipt, timeZone: string): WrittenDocument =>
  inLanguage(receipt.language, () => ({
    language: receipt.language,
    title: t('documentPdf.receiptNumber', { number: receiptNumber(receipt.number) }),
    lines: receiptLines(receipt, timeZone),
  }));

/** @param timeZone IANA, of the reader */
export const writtenCreditNote = (note: CreditNote, timeZone: string): WrittenDocument =>
  inLanguage(note.language, () => ({
    language: note.language,
    title: t('documentPdf.creditNoteNumber', { number: creditNoteNumber(note.number) }),
    lines: creditNoteLines(note, timeZone),
  }));
