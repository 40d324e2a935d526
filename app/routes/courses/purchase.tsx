import { redirect } from 'react-router';
import { billingDetails } from '#app/accounts/billing-details.server.ts';
import { billingSchema } from '#app/accounts/settings.schema.ts';
import {
  courseOffer,
  ENROLLED,
  type PurchaseResult,
  purchaseCourse,
} from '#app/courses/purchase-course.server.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { chosenGateway } from '#app/payments/gateways.server.ts';
import { form, formAction, forwardHeaders, type Submission } from '#app/routes/form.server.ts';
import { PaymentForms, PaymentNotices } from '#app/routes/payments/payment-forms.tsx';
import { CARD_FIELDS, shownAttempt, shownGateways } from '#app/routes/payments/shown-gateways.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Card } from '#app/ui/card.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/purchase';

export const headers = forwardHeaders;
export const meta = () => pageMeta('Buy a Course', 'Pay for a course once, and watch all of its lessons.');

const pageOf = (id: string | undefined) => `/course/${encodeURIComponent(id ?? '')}`;

export const loader = ({ params, context }: Route.LoaderArgs) =>
  withErrorResponse(() => {
    const offer = courseOffer(context.get(actorContext), params.id);
    if (!offer) return redirect(pageOf(params.id));
    return {
      course: offer.course,
      amount: formatUsd(offer.amountMinor),
      attempt: shownAttempt(offer.lastAttempt),
      billing: billingDetails(context.get(actorContext)),
      ...shownGateways(),
    };
  });

const outcome = (result: PurchaseResult, { params }: Submission) =>
  result.kind === 'started'
    ? redirect(result.checkoutUrl, 303)
    : redirectWithToast(pageOf(params.id), ENROLLED);

const buyWithCard = form({
  schema: () => cardSchema(now()).safeExtend(billingSchema.shape),
  missingMessage: 'Please fill in all fields',
  secretFields: CARD_FIELDS,
  perform: (card, { actor, params, form: fields }) =>
    purchaseCourse(actor, params.id ?? '', {
      ...card,
      company: card.company ?? '',
      taxId: card.taxId ?? '',
      gateway: fields.get('gateway') ?? undefined,
    }),
  outcome,
});

const buyElsewhere = form({
  schema: billingSchema,
  secretFields: CARD_FIELDS,
  perform: (_input, { actor, params, form: fields }) =>
    purchaseCourse(actor, params.id ?? '', Object.fromEntries(fields)),
  outcome,
});

export const action = formAction((submission) =>
  chosenGateway(submission.form.get('gateway')).takesCards
    ? buyWithCard(submission)
    : buyElsewhere(submission),
);

export default function Purchase({ loaderData, actionData }: Route.ComponentProps) {
  const { course, amount, attempt, gateways, testMode } = loaderData;
  const page = pageOf(course.id);
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title="Buy this course"
        crumbs={[{ label: 'Courses', to: '/courses' }, { label: course.title, to: page }, { label: 'Buy' }]}
      />
      <PaymentNotices testMode={testMode} attempt={attempt} returnPath={`${page}/purchase/return`} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <PaymentForms
          action={`${page}/purchase`}
          fields={{}}
          amount={amount}
          gateways={gateways}
          billing={loaderData.billing}
          failure={actionData}
        />
        <Card aria-label="The course" className="max-lg:order-first">
          <dl className="facts">
            <div>
              <dt>Course</dt>
              <dd>{course.title}</dd>
            </div>
            <div>
              <dt>Price</dt>
              <dd>{amount}, paid once</dd>
            </div>
          </dl>
          <p className="mt-3 text-muted text-sm">All lessons of the course are yours from then on.</p>
        </Card>
      </div>
    </>
  );
}
