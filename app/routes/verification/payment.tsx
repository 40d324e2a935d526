import { Link, redirect } from 'react-router';
import { z } from 'zod';
import { billingSchema } from '#app/accounts/account.schema.server.ts';
import { billingDetails } from '#app/accounts/own-details.server.ts';
import { type PictureSize, pictureSize } from '#app/certificates/certificate-design.server.ts';
import { stateAsOf } from '#app/certificates/display.ts';
import { type Named, named } from '#app/certificates/fields.ts';
import { isHeldBy } from '#app/certificates/held-certificates.server.ts';
import { env } from '#app/config/env.server.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { isTestPayment, testPayment } from '#app/payments/gateway.ts';
import { chosenGateway, gatewayField } from '#app/payments/gateways.server.ts';
import { cardOf, paidTexts } from '#app/payments/pay.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import {
  CARD_FIELDS,
  readCard,
  shownAttempt,
  shownGateways,
} from '#app/routes/payments/payment-form.server.ts';
import { PaymentForms, PaymentNotices } from '#app/routes/payments/payment-forms.tsx';
import { ownFacts } from '#app/routes/pieces/certificate-lists/own-facts.tsx';
import type { OwnValue } from '#app/routes/pieces/certificate-lists/own-texts.ts';
import { shownLookedUp, viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { ownValues } from '#app/routes/pieces/certificate-lists/shown-trace.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, requestHolder, timeZoneOf } from '#app/server/session/context.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { formatInstantInZone } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonAnchor, ButtonLink, Card, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { noUniqueId } from '#app/verification/pay-verification.server.ts';
import { payPending, pendingVerification } from '#app/verification/pending-verification.server.ts';
import { t } from '#messages';
import type { Route } from './+types/payment';
import { CertificateFacts, StatusAlerts, type StatusAlertsProps } from './certificate-facts.tsx';

export const handle = {
  errorText: () => ({
    failed: t('common.paymentFailed'),
    lookAt: t('common.payments'),
    position: 'bottom-right',
  }),
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.payment'), t('payment.payForAVerificationAndGet'));

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const view = viewOf(request);
  const pending = pendingVerification(context.get(actorContext));
  return {
    fee: formatUsd(env().VERIFICATION_FEE_CENTS),
    ...shownGateways(context.get(actorContext), env().VERIFICATION_FEE_CENTS),
    billing: billingDetails(context.get(actorContext)),
    lastAttempt: shownAttempt(pending?.lastAttempt ?? null),
    missing: pending === null ? noUniqueId() : null,
    lookedUp: pending && shownLookedUp(pending.lookedUp, view),
    isOwn: pending !== null && isHeldBy(requestHolder(request, context), pending.lookedUp.uniqueId),
    paid: pending?.paid
      ? {
          ...named(pending.paid.certificate),
          picture: pictureSize(pending.paid.certificate.uniqueId),
          issueDate: pending.paid.certificate.issueDate,
          issuerName: pending.paid.certificate.issuer.name,
          asOf: formatInstantInZone(now(), timeZoneOf(request)),
          own: ownValues(pending.paid.certificate.issuer.id, pending.paid.certificate.fields),
          status: pending.paid.certificate.status,
          revocation: view.revocation(pending.paid.certificate.revocation),
          replacedBy: pending.paid.certificate.replacedBy,
          renewedBy: pending.paid.certificate.renewedBy,
          paymentId: pending.paid.payment.id,
          paidBefore: pending.paidBefore,
          isTest: isTestPayment(pending.paid.payment.gateway),
        }
      : null,
  };
};

// Redirects, so that reloading the page or going back does not pay again.
const showPaid = () => redirectWithToast('/verify/payment', paidTexts(), { position: 'bottom-right' });

const paymentForm = billingSchema.extend({ gateway: gatewayField, uniqueId: z.string().max(100).optional() });

const payWithCard = form({
  schema: () => cardSchema(now()).safeExtend(paymentForm.shape),
  missingMessage: () => t('common.pleaseFillInAllFields'),
  secretFields: CARD_FIELDS,
  perform: (input, { actor }) => payPending(actor, input, cardOf(input)),
  outcome: showPaid,
});

const payElsewhere = form({
  schema: paymentForm,
  secretFields: CARD_FIELDS,
  perform: (input, { actor, form: fields }) => payPending(actor, input, readCard(Object.fromEntries(fields))),
  outcome: (result) => (result.kind === 'started' ? redirect(result.checkoutUrl, 303) : showPaid()),
});

export const action = formAction((submission) =>
  chosenGateway(submission.form.get('gateway')).takesCards
    ? payWithCard(submission)
    : payElsewhere(submission),
);

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const { paid, lookedUp, missing, fee, testMode, lastAttempt, gateways } = loaderData;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      {paid && <PaidCertificate {...paid} />}
      {!paid && lookedUp && (
        <>
          <PageHeader title={t('payment.paymentDetails')} />
          {loaderData.isOwn && <OwnCertificate uniqueId={lookedUp.uniqueId} />}
          <PaymentNotices testMode={testMode} attempt={lastAttempt} returnPath="/verify/payment/return" />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
            <PaymentForms
              action="/verify/payment"
              fields={{ uniqueId: lookedUp.uniqueId }}
              amount={fee}
              gateways={gateways}
              billing={loaderData.billing}
              failure={actionData}
            />
            <Card aria-label={t('common.theCertificate')} className="max-lg:order-first">
              <CertificateFacts certificate={lookedUp} fee={fee} />
            </Card>
          </div>
        </>
      )}
      {missing && (
        <>
          <PageHeader title={t('payment.paymentDetails')} />
          <div className="grid justify-items-start gap-5">
            <Alert tone="error">{missing}</Alert>
            <ButtonLink to="/verify">{t('payment.verifyCertificate')}</ButtonLink>
          </div>
        </>
      )}
    </>
  );
}

const OwnCertificate = ({ uniqueId }: { uniqueId: string }) => (
  <div className="mb-6">
    <Alert tone="info" title={t('payment.thisCertificateWasIssuedToYou')}>
      <Link className="link" to={`/my-certificates/${uniqueId}`}>
        {t('payment.seeAndDownloadItForFree')}
      </Link>
    </Alert>
  </div>
);

type PaidProps = Named &
  StatusAlertsProps & {
    picture: PictureSize;
    own: OwnValue[];
    issuerName: string;
    /** When the state was read. */
    asOf: string;
    paymentId: string;
    paidBefore: boolean;
    isTest: boolean;
  };

const paidNow = () => t('paidCertificate.paymentSuccessfulHeresYourCertificate');
const paidBeforeTexts = () => t('paidCertificate.youHaveAlreadyPaidForThisVerification');

/** What was paid for: the state with its time, and whose certificate it is. */
const PaidVerdict = ({ status, asOf, courseName, studentName, issuerName, issueDate }: PaidProps) => (
  <Alert tone={status === 'valid' ? 'success' : 'warning'} title={stateAsOf(status, asOf)}>
    {t('verdict.courseOfStudent', {
      course: courseName,
      student: studentName,
      has: 'one',
      issuer: issuerName,
      date: formatCalendarDate(issueDate),
      review: 'unknown',
    })}
  </Alert>
);

/** A paid certificate with its files. */
export function PaidCertificate(props: PaidProps) {
  const { uniqueId, paymentId, paidBefore, isTest } = props;
  const file = `/certificates/${uniqueId}`;
  return (
    <>
      <PageHeader title={paidBefore ? paidBeforeTexts() : paidNow()} />
      <div className="grid max-w-4xl gap-5">
        {isTest && <Alert tone="warning" title={testPayment()} />}
        <PaidVerdict {...props} />
        <StatusAlerts {...props} />
        <Card className="grid gap-5">
          <img
            src={`${file}.png`}
            {...props.picture}
            className="certificate-image"
            alt={t('common.certificateOfStudentnameForCoursename', props)}
          />
          {props.own.length > 0 && <Facts breakable facts={ownFacts(props.own)} />}
        </Card>
        <div className="flex flex-wrap gap-3">
          <ButtonAnchor href={`${file}.pdf`} target="_blank" rel="noopener">
            {t('common.downloadPdf')}
          </ButtonAnchor>
          <ButtonAnchor href={`${file}.png`} target="_blank" rel="noopener" variant="secondary">
            {t('common.downloadPng')}
          </ButtonAnchor>
          <ButtonLink to={`/verify/receipts/${paymentId}`} variant="secondary">
            {t('common.receipt')}
          </ButtonLink>
          <ButtonLink to="/verify" variant="quiet">
            {t('paidCertificate.lookUpAnotherCertificate')}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}
