import { enrolledTexts } from '#app/courses/purchase-course.server.ts';
import { returnFromGateway } from '#app/payments/attempts.server.ts';
import { redirectWithToast } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { t } from '#messages';
import type { Route } from './+types/purchase-return';

/** The page to which a payment gateway returns the buyer of a course. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const paymentId = url.searchParams.get('payment') ?? '';
  const { state, courseId } = await returnFromGateway(context.get(actorContext), paymentId);
  if (state === 'refunded') {
    const receipt = `/verify/receipts/${encodeURIComponent(paymentId)}`;
    return redirectWithToast(receipt, t('purchaseReturn.yourPaymentWasRefunded'));
  }
  // The course may have been deleted.
  if (courseId === null) return redirectWithToast('/payments');
  const page = `/course/${encodeURIComponent(params.id)}`;
  return state === 'paid' ? redirectWithToast(page, enrolledTexts()) : redirectWithToast(`${page}/purchase`);
}
