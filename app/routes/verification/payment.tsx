import { useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { env } from '#app/env.server.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { gateway } from '#app/payments/gateway.server.ts';
import { type ShownRevocation, viewOf } from '#app/routes/certificates/rows.server.ts';
import { form, formAction, forwardHeaders } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { shownLookedUp } from '#app/routes/verification/rows.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { now } from '#app/shared/clock.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { ButtonAnchor, ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { NO_UNIQUE_ID, PAID } from '#app/verification/pay-verification.server.ts';
import { payPending, pendingVerification } from '#app/verification/pending-verification.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/payment';
import { CardNumberField } from './card-number-field.tsx';
import { CertificateFacts } from './certificate-facts.tsx';
import { RevocationAlert } from './revocation-alert.tsx';

const CARD_FIELDS = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvCode'];

export const headers = forwardHeaders;
export const meta = () =>
  pageMeta('Payment', 'Pay for a verification, and receive the certificate as an image and a PDF.');

export const loader = ({ request, context }: Route.LoaderArgs) =>
  withErrorResponse(() => {
    const view = viewOf(request);
    const pending = pendingVerification(context.get(actorContext));
    return {
      fee: formatUsd(env.VERIFICATION_FEE_CENTS),
      sandbox: !gateway().live,
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

export const action = formAction(
  form({
    schema: () => cardSchema(now()),
    missingMessage: 'Please fill in all fields',
    secretFields: CARD_FIELDS,
    perform: (card, { actor, form: fields }) =>
      payPending(actor, { ...card, uniqueId: fields.get('uniqueId') }),
    // Reloading the page with the certificate, or going back to it, sends no card again.
    outcome: () => redirectWithToast('/verify/payment', PAID, { position: 'bottom-right' }),
  }),
);

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const { paid, lookedUp, missing, fee, sandbox } = loaderData;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      {paid && <PaidCertificate {...paid} />}
      {!paid && lookedUp && (
        <>
          <PageHeader title="Payment Details" />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
            <PaymentForm uniqueId={lookedUp.uniqueId} failure={actionData} fee={fee} sandbox={sandbox} />
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

type PaymentFormProps = { uniqueId: string; failure: FormError | undefined; fee: string; sandbox: boolean };

function PaymentForm({ uniqueId, failure, fee, sandbox }: PaymentFormProps) {
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
        {sandbox && (
          <p className="text-muted text-sm">
            Payments run in a sandbox: only test cards are accepted, such as{' '}
            <span className="whitespace-nowrap">4242 4242 4242 4242</span>, and no real card is ever charged.
          </p>
        )}
      </Form>
    </Card>
  );
}

type PaidProps = {
  uniqueId: string;
  studentName: string;
  courseName: string;
  status: 'valid' | 'expired' | 'revoked';
  revocation: ShownRevocation;
  replacedBy: string | null;
  paymentId: string;
};

function PaidCertificate({
  uniqueId,
  studentName,
  courseName,
  status,
  revocation,
  replacedBy,
  paymentId,
}: PaidProps) {
  const file = `/certificates/${uniqueId}`;
  return (
    <>
      <PageHeader title="Payment Successful! Here's your Certificate" />
      <div className="grid max-w-4xl gap-5">
        {revocation && <RevocationAlert {...revocation} replacedBy={replacedBy} />}
        {status === 'expired' && <Alert tone="warning" title="This certificate has expired" />}
        <Card>
          <img
            src={`${file}.png`}
            width={1754}
            height={1240}
            className="certificate-image"
            alt={`Certificate of ${studentName} for ${courseName}`}
          />
        </Card>
        <div className="flex flex-wrap gap-3">
          <ButtonAnchor href={`${file}.pdf`} target="_blank" rel="noopener">
            Download PDF
          </ButtonAnchor>
          <ButtonAnchor href={`${file}.png`} target="_blank" rel="noopener" variant="secondary">
            Download PNG
          </ButtonAnchor>
          <ButtonLink to={`/verify/receipts/${paymentId}`} variant="secondary">
            Receipt
          </ButtonLink>
          <ButtonLink to="/verify" variant="quiet">
            Verify another certificate
          </ButtonLink>
        </div>
      </div>
    </>
  );
}
