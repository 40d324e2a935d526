import { listPayments } from '#app/payments/list-payments.server.ts';
import { csvResponse } from '#app/routes/certificates/csv.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { requireSuperAdminArea } from '#app/server/guards.server.ts';
import { toDollars } from '#app/shared/money.ts';
import type { Route } from './+types/payments-csv';

export const middleware = [requireSuperAdminArea];

const PAGE = 100;
const HEADER = ['Payment', 'Receipt', 'State', 'Amount', 'Currency', 'Gateway', 'Payer', 'Email', 'Started'];

/** The list of payments as a file. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  withErrorResponse(() => {
    const query = Object.fromEntries(url.searchParams);
    const actor = context.get(actorContext);
    return csvResponse(
      actor,
      'payments.csv',
      HEADER,
      (cursor) => {
        const { payments, nextCursor } = listPayments(actor, {
          ...query,
          limit: PAGE,
          cursor,
        });
        return { items: payments, nextCursor };
      },
      ({ id, receiptNumber, state, amountMinor, currency, gateway, payer, createdAt }) => [
        id,
        receiptNumber === null ? null : String(receiptNumber),
        state,
        String(toDollars(amountMinor)),
        currency,
        gateway,
        payer.name,
        payer.email,
        new Date(createdAt).toISOString(),
      ],
    );
  });
