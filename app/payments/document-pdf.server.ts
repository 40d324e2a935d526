import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { cachedFile } from '#app/drawing/file-cache.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import {
  documentOf,
  entryTitle,
  statementDate,
  statementHead,
  statementNumber,
  statementTotals,
} from '#app/payments/credit/statement-lines.ts';
import { type Statement, statementEntries, statementOf } from '#app/payments/credit/statements.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { t } from '#messages';
import type { PrintedDocument } from './document-worker.server.ts';
import { type CreditNote, creditNoteOf, type Receipt, receiptOf } from './receipt.server.ts';
import type { DocumentLine } from './receipt-lines.ts';
import { creditNoteLines, creditNoteNumber, receiptLines, receiptNumber } from './receipt-lines.ts';

/** A document's texts. Its language was stored when it was made, and does not depend on the reader. */
type WrittenDocument = { language: string; title: string; lines: DocumentLine[] };

/** @param timeZone IANA, of the reader */
export const writtenReceipt = (receipt: Receipt, timeZone: string): WrittenDocument =>
  inLanguage(receipt.language, () => ({
    language: receipt.language,
    title: t('common.receiptNumber', { number: receiptNumber(receipt.number) }),
    lines: receiptLines(receipt, timeZone),
  }));

/** @param timeZone IANA, of the reader */
export const writtenCreditNote = (note: CreditNote, timeZone: string): WrittenDocument =>
  inLanguage(note.language, () => ({
    language: note.language,
    title: t('common.creditNoteNumber', { number: creditNoteNumber(note.number) }),
    lines: creditNoteLines(note, timeZone),
  }));

/** Part of the cache key. Increase it when the drawing changes. */
const LAYOUT_VERSION = 6;
/** Limit of drawing one document. */
const DRAWING_MS = 5_000;
const tooCostly = () => t('documentPdf.thisDocumentTakesTooLongToDraw');
/** One thread that ends when idle, because parsed fonts take a lot of memory. */
const pool = createWorkerPool<PrintedDocument, Uint8Array>({
  file: new URL('./document-worker.server.ts', import.meta.url),
  maxThreads: 1,
  busyMessage: () => t('documentPdf.tooManyReceiptsAreBeingDrawn'),
  processorMs: DRAWING_MS,
  idleTimeout: 30_000,
  // Only the project's fonts, so that a receipt looks the same on every machine.
  env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
});

export type DocumentFile = {
  /** Reads the PDF, and draws it first when it is not cached. @throws AppError rate-limited; busy; unprocessable; storage-full */
  read: () => Promise<Uint8Array>;
  /** Weak, because redrawing a PDF changes its bytes but not its appearance. */
  etag: string;
  /** File name for downloads. */
  name: string;
};

/**
 * A document as PDF, drawn in a worker thread and cached.
 * @param identity identifies the content: the content itself, or the ID of an immutable row
 */
function documentPdf(
  actor: Actor,
  identity: unknown,
  name: string,
  content: () => PrintedDocument | Promise<PrintedDocument>,
): DocumentFile {
  const key = createHash('sha256')
    .update(JSON.stringify([LAYOUT_VERSION, identity]))
    .digest('hex');
  const draw = async (client: Client) => {
    await limit(actor, 'receipts');
    return pool.run(await content(), { client, costly: { key, message: tooCostly } });
  };
  return {
    read: () => cachedFile(clientOf(actor), `${key}-receipt.pdf`, draw),
    etag: `W/"${key}"`,
    name: `certrace-${name}.pdf`,
  };
}

/**
 * A receipt as PDF.
 * @param timeZone IANA, of the reader
 * @throws AppError as `receiptOf`
 */
export function receiptPdf(actor: Actor, paymentId: string, timeZone: string): DocumentFile {
  const receipt = receiptOf(actor, paymentId);
  const number = receiptNumber(receipt.number);
  const document = writtenReceipt(receipt, timeZone);
  return documentPdf(actor, document, `receipt-${number}`, () => document);
}

/**
 * A credit note as PDF.
 * @param timeZone IANA, of the reader
 * @throws AppError as `creditNoteOf`
 */
export function creditNotePdf(actor: Actor, id: string, timeZone: string): DocumentFile {
  const note = creditNoteOf(actor, id);
  const number = creditNoteNumber(note.number);
  const document = writtenCreditNote(note, timeZone);
  return documentPdf(actor, document, `credit-note-${number}`, () => document);
}

/** Entries to read before yielding to the event loop. A statement may have thousands. */
const ENTRIES_AT_ONCE = 500;

async function printedStatement(statement: Statement): Promise<PrintedDocument> {
  const { language } = statement;
  const lines: PrintedDocument['lines'] = statementHead(statement);
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, nextCursor } = statementEntries(statement, cursor, ENTRIES_AT_ONCE);
    for (const entry of items) {
      const label = `${statementDate(entry.at)} ${documentOf(entry)}`;
      lines.push([label, entryTitle(entry, true), formatUsd(entry.amountMinor)]);
    }
    cursor = nextCursor;
    await nextTurn();
  }
  for (const [label, sum] of statementTotals(statement)) lines.push([label, '', sum]);
  const title = t('common.statementNumber', { number: statementNumber(statement.number) });
  return { language, title, lines };
}

/**
 * A statement as PDF.
 * @throws AppError as `statementOf`
 */
export function statementPdf(actor: Actor, id: string): DocumentFile {
  const statement = statementOf(actor, id);
  const name = `statement-${statementNumber(statement.number)}`;
  return documentPdf(actor, { statement: id }, name, () =>
    inLanguage(statement.language, () => printedStatement(statement)),
  );
}
