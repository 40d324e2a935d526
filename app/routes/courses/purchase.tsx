import { redirect } from 'react-router';
import { z } from 'zod';
import { billingSchema } from '#app/accounts/account.schema.server.ts';
import type { Actor } from '#app/accounts/actor.server.ts';
import { billingDetails } from '#app/accounts/own-details.server.ts';
import { typedCouponSchema } from '#app/courses/coupon.schema.ts';
import type { AppliedCoupon, PurchaseResult } from '#app/courses/purchase-course.server.ts';
import {
  applyCoupon,
  courseOffer,
  enrolledTexts,
  purchaseCourse,
  purchaseSchema,
} from '#app/courses/purchase-course.server.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { chosenGateway } from '#app/payments/gateways.server.ts';
import { cardOf } from '#app/payments/pay.server.ts';
import { form, formAction, redirectWithToast, type Submission } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import {
  CARD_FIELDS,
  readCard,
  shownAttempt,
  shownGateways,
} from '#app/routes/payments/payment-form.server.ts';
import { PaymentForms, PaymentNotices } from '#app/routes/payments/payment-forms.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { TextField } from '#app/ui/form.tsx';
import { Facts } from '#app/ui/list-parts.tsx';
import { Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/purchase';

export const handle = {
  errorText: () => ({ failed: t('common.paymentFailed'), lookAt: t('common.payments') }),
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('purchase.buyACourse'), t('purchase.payForACourseOnce'));

const pageOf = (id: string | undefined) => `/course/${encodeURIComponent(id ?? '')}`;

const couponEntry = z.object({ coupon: typedCouponSchema });

type Applied = { applied: AppliedCoupon | null; couponError: string | null };

/** The coupon in the page's query. Its errors are shown at its field. */
async function appliedCoupon(actor: Actor, courseId: string, coupon: string | null): Promise<Applied> {
  try {
    return {
      applied: await applyCoupon(actor, courseId, parseInput(couponEntry, { coupon })),
      couponError: null,
    };
  } catch (error) {
    const isRefused =
      error instanceof AppError && (error.code === 'invalid' || error.code === 'rate-limited');
    if (!isRefused) throw error;
    return { applied: null, couponError: error.message };
  }
}

export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const offer = courseOffer(actor, params.id);
  if (!offer) return redirect(pageOf(params.id));
  const typed = url.searchParams.get('coupon') ?? offer.heldCoupon;
  const { applied, couponError } = await appliedCoupon(actor, params.id, typed);
  const amountMinor = applied?.amountMinor ?? offer.priceMinor;
  return {
    course: offer.course,
    price: formatUsd(offer.priceMinor),
    amount: formatUsd(amountMinor),
    isFree: amountMinor === 0,
    coupon: { applied: applied?.code ?? null, typed: typed ?? '', error: couponError },
    attempt: shownAttempt(offer.lastAttempt),
    billing: billingDetails(context.get(actorContext)),
    ...shownGateways(actor, amountMinor),
  };
};

const outcome = (result: PurchaseResult, { params }: Submission) =>
  result.kind === 'started'
    ? redirect(result.checkoutUrl, 303)
    : redirectWithToast(pageOf(params.id), enrolledTexts());

const purchaseForm = purchaseSchema.extend(billingSchema.shape);

const buyWithCard = form({
  schema: () => cardSchema(now()).safeExtend(purchaseForm.shape),
  missingMessage: () => t('common.pleaseFillInAllFields'),
  secretFields: CARD_FIELDS,
  perform: (input, { actor, params }) => purchaseCourse(actor, params.id ?? '', input, cardOf(input)),
  outcome,
});

const buyElsewhere = form({
  schema: purchaseForm,
  secretFields: CARD_FIELDS,
  perform: (input, { actor, params, form: fields }) =>
    purchaseCourse(actor, params.id ?? '', input, readCard(Object.fromEntries(fields))),
  outcome,
});

export const action = formAction((submission) =>
  !submission.form.has('free') && chosenGateway(submission.form.get('gateway')).takesCards
    ? buyWithCard(submission)
    : buyElsewhere(submission),
);

export default function Purchase({ loaderData, actionData }: Route.ComponentProps) {
  const { course, price, amount, isFree, coupon, attempt, gateways, testMode } = loaderData;
  const page = pageOf(course.id);
  // When the payment fails, the page is shown again with the coupon.
  const query = coupon.applied === null ? '' : `?coupon=${encodeURIComponent(coupon.applied)}`;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.buyThisCourse')}
        crumbs={[
          { label: t('common.courses'), to: '/courses' },
          { label: course.title, to: page },
          { label: t('purchase.buy') },
        ]}
      />
      <PaymentNotices
        testMode={testMode && !isFree}
        attempt={attempt}
        returnPath={`${page}/purchase/return`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        {isFree && coupon.applied ? (
          <FreeForm coupon={coupon.applied} failure={actionData?.message} />
        ) : (
          <PaymentForms
            action={`${page}/purchase${query}`}
            fields={coupon.applied === null ? {} : { coupon: coupon.applied }}
            amount={amount}
            gateways={gateways}
            billing={loaderData.billing}
            failure={actionData}
          />
        )}
        <Card aria-label={t('purchase.theCourse')} className="grid gap-4 max-lg:order-first">
          <Facts
            facts={[
              [t('common.course'), course.title],
              [t('common.price'), t('purchase.pricePaidOnce', { price })],
              ...(coupon.applied === null
                ? []
                : [
                    [
                      t('purchase.withCouponApplied', { applied: coupon.applied }),
                      isFree ? t('purchase.free') : amount,
                    ] as const,
                  ]),
            ]}
          />
          <p className="text-muted text-sm">{t('purchase.youThenHaveAccessToAll')}</p>
          <CouponForm coupon={coupon} />
        </Card>
      </div>
    </>
  );
}

type Coupon = Route.ComponentProps['loaderData']['coupon'];

/** Reloads the page with the price after the coupon. */
const CouponForm = ({ coupon }: { coupon: Coupon }) => (
  <Form method="get" className="grid gap-3 border-line border-t pt-4" preventScrollReset>
    <TextField
      label={t('purchase.coupon')}
      name="coupon"
      optional
      maxLength={100}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      defaultValue={coupon.applied ?? coupon.typed}
      errors={coupon.error === null ? undefined : [coupon.error]}
    />
    <SubmitButton variant="secondary" size="small">
      {t('purchase.applyCoupon')}
    </SubmitButton>
  </Form>
);

const FreeForm = ({ coupon, failure }: { coupon: string; failure: string | undefined }) => (
  <Card>
    <Form method="post" className="grid gap-5">
      <FormAlert errors={failure} />
      <p>{t('purchase.withThisCouponTheCourseIsFree')}</p>
      <input type="hidden" name="coupon" value={coupon} />
      <input type="hidden" name="free" value="1" />
      <SubmitButton>{t('common.enrolInThisCourse')}</SubmitButton>
    </Form>
  </Card>
);
