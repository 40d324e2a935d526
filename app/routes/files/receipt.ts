import { actorContext } from '#app/server/context.server.ts';
import { answering } from '#app/server/failure.server.ts';
import { requireLogin } from '#app/server/guards.server.ts';
import { timeZoneOf } from '#app/server/time-zone.server.ts';
import { receiptNumber } from '#app/verification/receipt-lines.ts';
import { receiptPdf } from '#app/verification/receipt-pdf.server.ts';
import type { Route } from './+types/receipt';

export const middleware = [requireLogin];

/** A receipt as PDF. */
export const loader = ({ params, request, context }: Route.LoaderArgs) =>
  answering(async () => {
    const actor = context.get(actorContext);
    const { receipt, bytes } = await receiptPdf(actor, params.id, timeZoneOf(request));
    return new Response(Buffer.from(bytes), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="certrace-receipt-${receiptNumber(receipt.number)}.pdf"`,
        'Cache-Control': 'private, no-store',
      },
    });
  });
