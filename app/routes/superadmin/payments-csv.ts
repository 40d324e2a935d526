import type { ExportedPayment } from '#app/payments/list-payments.server.ts';
import { exportPayments, paymentListSchema } from '#app/payments/list-payments.server.ts';
import { creditNoteNumber, receiptNumber } from '#app/payments/receipt-lines.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { toDollars } from '#app/shared/money.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import type { Route } from './+types/payments-csv';

const PAGE = 100;

const dollars = (amountMinor: number) => String(toDollars(amountMinor));
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

const tableColumns = (): [header: string, cell: (payment: ExportedPayment) => string | null][] => [
  [t('paymentsCsv.payment'), ({ id }) => id],
  [t('common.receipt'), ({ receiptNumber: number }) => (number === null ? null : receiptNumber(number))],
  [t('common.state'), ({ state }) => state],
  [t('common.amount'), ({ amountMinor }) => dollars(amountMinor)],
  [t('paymentsCsv.currency'), ({ currency }) => currency],
  [t('common.gateway'), ({ gateway }) => gateway],
  [t('common.payer'), ({ payer }) => payer.name],
  [t('common.email'), ({ payer }) => payer.email],
  [t('common.started'), ({ createdAt }) => new Date(createdAt).toISOString()],
  [
    t('paymentsCsv.settled'),
    ({ settledAt }) => (settledAt === null ? null : new Date(settledAt).toISOString()),
  ],
  [t('paymentsCsv.tax'), ({ taxMinor }) => (taxMinor === null ? null : dollars(taxMinor))],
  [
    t('common.creditNotes'),
    ({ creditNotes }) => creditNotes.map(({ number }) => creditNoteNumber(number)).join(' '),
  ],
  [
    t('paymentsCsv.credited'),
    ({ creditNotes }) => dollars(sum(creditNotes.map(({ amountMinor }) => amountMinor))),
  ],
  [
    t('paymentsCsv.creditedTax'),
    ({ creditNotes }) => dollars(sum(creditNotes.map(({ taxMinor }) => taxMinor))),
  ],
];

/** The list of payments as CSV. */
export const loader = ({ url, context }: Route.LoaderArgs) => {
  const query = parseInput(paymentListSchema, Object.fromEntries(url.searchParams));
  const actor = context.get(actorContext);
  return csvResponse(
    actor,
    'payments.csv',
    tableColumns().map(([header]) => header),
    (cursor) => {
      const { payments, nextCursor } = exportPayments(actor, { ...query, limit: PAGE, cursor });
      return { items: payments, nextCursor };
    },
    (payment) => tableColumns().map(([, cell]) => cell(payment)),
  );
};
