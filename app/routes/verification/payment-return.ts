import { paidTexts } from '#app/payments/pay.server.ts';
import { redirectWithToast } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { returnFromCheckout } from '#app/verification/pending-verification.server.ts';
import type { Route } from './+types/payment-return';

/** The page to which a payment gateway returns the payer. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const state = await returnFromCheckout(context.get(actorContext), url.searchParams.get('payment') ?? '');
  return redirectWithToast('/verify/payment', state === 'paid' ? paidTexts() : undefined, {
    position: 'bottom-right',
  });
}
