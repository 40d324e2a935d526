import { useRef } from 'react';
import { Form, redirect, useNavigation } from 'react-router';
import { z } from 'zod';
import { env } from '#app/env.server.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { GATEWAY_NAMES } from '#app/payments/gateway.ts';
import { chosenGateway, gateways, isTestMode } from '#app/payments/gateways.server.ts';
import { viewOf } from '#app/routes/certificates/rows.server.ts';
import { form, formAction, forwardHeaders } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { shownLookedUp } from '#app/routes/verification/rows.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { now } from '#app/shared/clock.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { NO_UNIQUE_ID, PAID } from '#app/verification/pay-verification.server.ts';
import {
  type PendingVerification,
  payPending,
  pendingVerification,
} from '#app/verification/pending-verification.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/payment';
import { CardNumberField } from './card-number-field.tsx';
import { CertificateFacts } from './certificate-facts.tsx';
import { AttemptAlert, CheckoutForm } from './checkout-form.tsx';
import { PaidCertificate } from './paid-certificate.tsx';

const CARD_FIELDS = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvCode'];

export const headers = forwardHeaders;
export const meta = () =>
  pageMeta('Payment', 'Pay for a verification, and receive the certificate as an image and a PDF.');

/** A declined card is told of in its form. */
function shownAttempt(pending: PendingVerification | null) {
  const attempt = pending?.lastAttempt ?? null;
  const isDecline = attempt?.state === 'failed' && attempt.gateway === 'sandbox';
  return isDecline ? null : attempt;
}

export const loader = ({ request, context }: Route.LoaderArgs) =>
  withErrorResponse(() => {
    const view = viewOf(request);
    const pending = pendingVerification(context.get(actorContext));
    return {
      fee: formatUsd(env.VERIFICATION_FEE_CENTS),
      testMode: isTestMode(),
      gateways: gateways().map(({ name, takesCards }) => ({
        name,
        takesCards,
        label: GATEWAY_NAMES[name] ?? name,
      })),
      lastAttempt: shownAttempt(pending),
      missing: pending === null ? NO_UNIQUE_ID : null,
      lookedUp: pending && shownLookedUp(pending.lookedUp, view),
      paid: pending?.paid
        ? {
            uniqueId: pending.paid.certificate.uniqueId,
            studentName: pending.paid.certificate.studentName,
            courseName: pending.paid.certificate.courseName,
            status: pending.paid.certificate.status,
            revocation: view.revocation(pending.paid.certificate.revocation),
            replacedBy: pending.paid.certificate.replacedBy,
            paymentId: pending.paid.payment.id,
          }
        : null,
    };
  });

// Reloading the page with the certificate, or going back to it, sends nothing again.
const showPaid = () => redirectWithToast('/verify/payment', PAID, { position: 'bottom-right' });

const payWithCard = form({
  schema: () => cardSchema(now()),
  missingMessage: 'Please fill in all fields',
  secretFields: CARD_FIELDS,
  perform: (card, { actor, form: fields }) =>
    payPending(actor, {
      ...card,
      uniqueId: fields.get('uniqueId'),
      gateway: fields.get('gateway') ?? undefined,
    }),
  outcome: showPaid,
});

const payElsewhere = form({
  schema: z.object({}),
  secretFields: CARD_FIELDS,
  perform: (_input, { actor, form: fields }) =>
    payPending(actor, { ...Object.fromEntries(fields), uniqueId: fields.get('uniqueId') }),
  outcome: (result) => (result.kind === 'started' ? redirect(result.checkoutUrl, 303) : showPaid()),
});

export const action = formAction((submission) =>
  chosenGateway(submission.form.get('gateway')).takesCards
    ? payWithCard(submission)
    : payElsewhere(submission),
);

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const { paid, lookedUp, missing, fee, testMode, lastAttempt } = loaderData;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      {paid && <PaidCertificate {...paid} />}
      {!paid && lookedUp && (
        <>
          <PageHeader title="Payment Details" />
          {(testMode || lastAttempt) && (
            <div className="mb-6 grid gap-4">
              {testMode && <Alert tone="warning" title="Test mode: no real cards are accepted" />}
              {lastAttempt && <AttemptAlert attempt={lastAttempt} />}
            </div>
          )}
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
            <div className="grid gap-6">
              {loaderData.gateways.map((gateway) =>
                gateway.takesCards ? (
                  <PaymentForm
                    key={gateway.name}
                    uniqueId={lookedUp.uniqueId}
                    gateway={gateway.name}
                    failure={actionData}
                    fee={fee}
                  />
                ) : (
                  <CheckoutForm
                    key={gateway.name}
                    uniqueId={lookedUp.uniqueId}
                    gateway={gateway}
                    failure={actionData?.message}
                    fee={fee}
                  />
                ),
              )}
            </div>
            <Card aria-label="The certificate" className="max-lg:order-first">
              <CertificateFacts certificate={lookedUp} />
            </Card>
          </div>
        </>
      )}
      {missing && (
        <>
          <PageHeader title="Payment Details" />
          <div className="grid justify-items-start gap-5">
            <Alert tone="error">{missing}</Alert>
            <ButtonLink to="/verify">Verify Certificate</ButtonLink>
          </div>
        </>
      )}
    </>
  );
}

type PaymentFormProps = { uniqueId: string; gateway: string; failure: FormError | undefined; fee: string };

function PaymentForm({ uniqueId, gateway, failure, fee }: PaymentFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formAction === '/verify/payment';
  const errors = failure?.lastResult.error ?? {};
  useFocusFirstError(formRef, failure);
  return (
    <Card>
      {/* Browsers must not store card numbers. */}
      <Form method="post" action="/verify/payment" ref={formRef} className="grid gap-5" autoComplete="on">
        <FormAlert errors={failure?.message} />
        <input type="hidden" name="uniqueId" value={uniqueId} />
        <input type="hidden" name="gateway" value={gateway} />
        <CardNumberField errors={errors.cardNumber} />
        <div className="grid grid-cols-2 gap-5 max-sm:*:last:col-span-2 sm:grid-cols-3">
          <TextField
            label="Expiry Month"
            name="expiryMonth"
            placeholder="MM"
            inputMode="numeric"
            autoComplete="cc-exp-month"
            maxLength={2}
            required
            errors={errors.expiryMonth}
          />
          <TextField
            label="Expiry Year"
            name="expiryYear"
            placeholder="YY"
            inputMode="numeric"
            autoComplete="cc-exp-year"
            maxLength={2}
            required
            errors={errors.expiryYear}
          />
          <TextField
            label="CV Code"
            name="cvCode"
            placeholder="CV"
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            required
            errors={errors.cvCode}
          />
        </div>
        <p className="flex items-baseline justify-between border-line border-t pt-4">
          <span>Final Payment</span>
          <span className="price text-2xl">{fee}</span>
        </p>
        <SubmitButton pending={pending} pendingText="Processing...">
          Pay
        </SubmitButton>
        <p className="text-muted text-sm">
          Payments run in a sandbox: only test cards are accepted, such as{' '}
          <span className="whitespace-nowrap">4242 4242 4242 4242</span>, and no real card is ever charged.
        </p>
      </Form>
    </Card>
  );
}
