import { inLanguage } from '#app/messages/reader-language.server.ts';
import {
  entryTitle,
  statementDate,
  statementHead,
  statementTotals,
} from '#app/payments/credit/statement-lines.ts';
import type { Statement } from '#app/payments/credit/statements.server.ts';
import { writtenCreditNote, writtenReceipt } from '#app/payments/document-pdf.server.ts';
import type { PrintedDocument } from '#app/payments/document-worker.server.ts';
import type { CreditNote, Receipt } from '#app/payments/receipt.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { t } from '#messages';
import { inOneLine } from './names.ts';

const facts = {
  id: 'an ID',
  seller: {
    name: 'أكاديمية د. أحمد (Süd) 3',
    address: 'Hauptstraße 1\n80331 München\nمُحَمَّدٌ. عَلِيٌّ',
    taxId: 'DE 123456789',
  },
  buyer: { name: 'श्रीनिवास कृष्णमूर्ति', email: 'mara@osei.example', company: 'Ọlátúnjí & Co.', taxId: 'NG 42' },
  lines: [['Certificate', '7K3M-9QZX-2HVB-4TND']] as [string, string][],
  amountMinor: 11_900,
  currency: 'USD',
  tax: { rate: 1_900, amountMinor: 1_900 },
  issuedAt: Date.parse('2026-02-28T12:00:00Z'),
};

const receipt = { ...facts, number: 7, gateway: 'stripe', card: { brand: 'Visa', last4: '4242' } };
const note = { ...facts, number: 3, paymentId: 'a payment', receiptNumber: 7, reason: 'శ్రీనివాస రావు' };
const statement = { ...facts, number: 5, month: '2026-02', totalMinor: 11_900, taxMinor: 1_900 };

/** The documents about payments as they are printed in a language. */
export const documentsIn = (language: string): Record<string, PrintedDocument> => ({
  receipt: writtenReceipt({ ...receipt, language } as Receipt, 'UTC'),
  'credit note': writtenCreditNote({ ...note, language } as CreditNote, 'UTC'),
  statement: inLanguage(language, () => {
    const facts = { ...statement, language } as unknown as Statement;
    const entry = { kind: 'refund', title: '7K3M-9QZX-2HVB-4TND 欧阳小明' } as const;
    return {
      language,
      title: t('common.statementNumber', { number: 'S-000005' }),
      lines: [
        ...statementHead(facts),
        [`${statementDate(facts.issuedAt)} R-000007`, entryTitle(entry as never, true), formatUsd(-1_900)],
        ...statementTotals(facts).map(([label, sum]): [string, string, string] => [label, '', sum]),
      ],
    };
  }),
});

/** The rows of a document, with their texts in the order of reading. */
export const rowsOf = ({ lines }: PrintedDocument): string[] =>
  lines.map((texts) => inOneLine(texts.filter(Boolean).join(' ')));

/** The texts of a document, each of which is on one line. */
export const partsOf = ({ title, lines }: PrintedDocument): string[] =>
  [title, ...lines.flat()].flatMap((part = '') => part.split('\n')).map(inOneLine);
