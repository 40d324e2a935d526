import { type ExportedPayment, exportPayments } from '#app/payments/export-payments.server.ts';
import { paymentListSchema } from '#app/payments/payment.schema.ts';
import { creditNoteNumber, receiptNumber } from '#app/payments/receipt-lines.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireSuperAdminArea } from '#app/server/session/guards.server.ts';
import { toDollars } from '#app/shared/money.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import type { Route } from './+types/payments-csv';

export const middleware = [requireSuperAdminArea];

const PAGE = 100;

const dollars = (amountMinor: number) => String(toDollars(amountMinor));
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

const COLUMNS: [header: string, cell: (payment: ExportedPayment) => string | null][] = [
  ['Payment', ({ id }) => id],
  ['Receipt', ({ receiptNumber: number }) => (number === null ? null : receiptNumber(number))],
  ['State', ({ state }) => state],
  ['Amount', ({ amountMinor }) => dollars(amountMinor)],
  ['Currency', ({ currency }) => currency],
  ['Gateway', ({ gateway }) => gateway],
  ['Payer', ({ payer }) => payer.name],
  ['Email', ({ payer }) => payer.email],
  ['Started', ({ createdAt }) => new Date(createdAt).toISOString()],
  ['Settled', ({ settledAt }) => (settledAt === null ? null : new Date(settledAt).toISOString())],
  ['Tax', ({ taxMinor }) => (taxMinor === null ? null : dollars(taxMinor))],
  ['Credit notes', ({ creditNotes }) => creditNotes.map(({ number }) => creditNoteNumber(number)).join(' ')],
  ['Credited', ({ creditNotes }) => dollars(sum(creditNotes.map(({ amountMinor }) => amountMinor)))],
  ['Credited tax', ({ creditNotes }) => dollars(sum(creditNotes.map(({ taxMinor }) => taxMinor)))],
];

/** The list of payments as CSV. */
export const loader = ({ url, context }: Route.LoaderArgs) => {
  const query = parseInput(paymentListSchema, Object.fromEntries(url.searchParams));
  const actor = context.get(actorContext);
  return csvResponse(
    actor,
    'payments.csv',
    COLUMNS.map(([header]) => header),
    (cursor) => {
      const { payments, nextCursor } = exportPayments(actor, { ...query, limit: PAGE, cursor });
      return { items: payments, nextCursor };
    },
    (payment) => COLUMNS.map(([, cell]) => cell(payment)),
  );
};
