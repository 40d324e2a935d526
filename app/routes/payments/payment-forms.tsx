import type { ReactNode } from 'react';
import { Link, useNavigation } from 'react-router';
import type { LastAttempt } from '#app/payments/attempts.server.ts';
import { Form, OwnerField } from '#app/routes/owned-form.tsx';
import type { ShownGateway } from '#app/routes/payments/payment-form.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { Fields } from '#app/ui/form.tsx';
import { Alert, Card, FormAlert, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { CardForm } from './card-form.tsx';
import { BuyerFields, FinalPayment, type FormOf, HiddenFields } from './payment-fields.tsx';

type AttemptAlertProps = {
  attempt: LastAttempt;
  /** The page to which the gateway returns the payer. */
  returnPath: string;
};

/** The outcome of the last payment, if it did not succeed. */
function AttemptAlert({ attempt, returnPath }: AttemptAlertProps) {
  const { id, state, reason } = attempt;
  if (state === 'refunded') {
    return (
      <Alert tone="warning" title={t('common.yourPaymentWasRefunded')}>
        {reason}{' '}
        <Link className="link" to={`/verify/receipts/${id}`}>
          {t('attemptAlert.receiptAndCreditNote')}
        </Link>
      </Alert>
    );
  }
  if (state === 'disputed')
    return <Alert tone="warning" title={t('attemptAlert.theLastPaymentIsDisputed')} />;
  if (state === 'failed')
    return <Alert tone="warning" title={reason ?? t('attemptAlert.theLastPaymentFailed')} />;
  if (state === 'expired') return <Alert title={t('attemptAlert.theLastPaymentWasNotCompleted')} />;
  return (
    <Alert title={t('attemptAlert.yourPaymentIsNotCompleteYet')}>
      {rich('attemptAlert.continueBelowOrCheckAgainIf', {
        link: (text) => (
          <a className="link" href={`${returnPath}?payment=${id}`}>
            {text}
          </a>
        ),
      })}
    </Alert>
  );
}

type CheckoutFormProps = FormOf & {
  gateway: { name: string; label: string };
  failure: FormError | undefined;
};

/**
 * Starts or resumes a payment at a gateway with its own page. A plain form, so that the browser itself follows the redirect.
 */
const CheckoutForm = ({ action, fields, gateway, amount, billing, failure }: CheckoutFormProps) => (
  <Card>
    <form method="post" action={action} className="grid gap-5">
      <OwnerField />
      <FormAlert errors={failure?.message} />
      <HiddenFields fields={{ ...fields, gateway: gateway.name }} />
      <p>{t('checkoutForm.youPayOnThePage', { label: gateway.label })}</p>
      <Fields of={failure}>
        <BuyerFields billing={billing} />
      </Fields>
      <FinalPayment amount={amount} />
      <SubmitButton>{t('common.payWithLabel', { label: gateway.label })}</SubmitButton>
    </form>
  </Card>
);

type CreditFormProps = FormOf & {
  gateway: string;
  credit: { left: string; covers: boolean };
  failure: FormError | undefined;
};

/** Pays from the account's credit. */
function CreditForm({ action, fields, gateway, amount, billing, credit, failure }: CreditFormProps) {
  const { formAction, formData } = useNavigation();
  const pending = formAction === action && formData?.get('gateway') === gateway;
  return (
    <Card>
      <Form method="post" action={action} failure={failure} className="grid gap-5">
        <FormAlert errors={failure?.message} />
        <HiddenFields fields={{ ...fields, gateway }} />
        <p>
          {rich('creditForm.payFromCredit', { left: credit.left, strong: (text) => <strong>{text}</strong> })}
        </p>
        {credit.covers ? (
          <>
            <BuyerFields billing={billing} />
            <FinalPayment amount={amount} />
            <SubmitButton pending={pending} pendingText={t('common.processing')}>
              {t('common.payFromCredit')}
            </SubmitButton>
          </>
        ) : (
          <Alert tone="warning" title={t('creditForm.yourCreditDoesNotCoverAmount', { amount })} />
        )}
      </Form>
    </Card>
  );
}

type PaymentNoticesProps = { testMode: boolean; attempt: LastAttempt | null; returnPath: string };

/** Notices above the forms of a payment: test mode, and the outcome of the last attempt. */
export const PaymentNotices = ({ testMode, attempt, returnPath }: PaymentNoticesProps) =>
  (testMode || attempt) && (
    <div className="mb-6 grid gap-4">
      {testMode && <Alert tone="warning" title={t('paymentForms.testModeNoRealCardsAreAccepted')} />}
      {attempt && <AttemptAlert attempt={attempt} returnPath={returnPath} />}
    </div>
  );

type PaymentFormsProps = FormOf & { gateways: readonly ShownGateway[]; failure: FormError | undefined };

/** The choice between gateways, in words of the payer. */
const choiceOf = ({ credit, takesCards, label }: ShownGateway) => {
  if (credit) return t('common.payFromCredit');
  return takesCards ? t('paymentForms.payWithACard') : t('common.payWithLabel', { label });
};

/**
 * The form of a payment. With several gateways the payer first chooses one, which opens its form, so that no tap on the choice charges.
 */
export function PaymentForms({ gateways, failure, ...form }: PaymentFormsProps) {
  const [only] = gateways;
  if (!only) return <NoGateway />;
  if (gateways.length === 1) return <GatewayForm gateway={only} failure={failure} {...form} />;
  const sent = failure && (failure.lastResult.initialValue?.gateway ?? only.name);
  return (
    <section aria-labelledby="ways-to-pay" className="grid content-start gap-4">
      <h2 id="ways-to-pay" className="text-xl">
        {t('paymentForms.howWouldYouLikeToPay')}
      </h2>
      <Accordion>
        {gateways.map((gateway) => {
          const isSent = gateway.name === sent;
          return (
            <AccordionItem
              key={gateway.name}
              name="gateway"
              title={choiceOf(gateway)}
              extra={gateway.credit && t('paymentForms.leftLeft', { left: gateway.credit.left })}
              open={isSent}
            >
              <GatewayForm gateway={gateway} failure={isSent ? failure : undefined} {...form} />
            </AccordionItem>
          );
        })}
      </Accordion>
    </section>
  );
}

type GatewayFormProps = FormOf & { gateway: ShownGateway; failure: FormError | undefined };

function GatewayForm({ gateway, ...form }: GatewayFormProps) {
  const { name, credit } = gateway;
  if (name === 'none') return <PaymentsOff />;
  if (credit) return <CreditForm gateway={name} credit={credit} {...form} />;
  if (gateway.takesCards) return <CardForm gateway={name} {...form} />;
  return <CheckoutForm gateway={gateway} {...form} />;
}

const supportLink = (text: ReactNode) => (
  <Link className="link" to="/support">
    {text}
  </Link>
);

/** Shown to an account without credit where credit is the only gateway. */
const NoGateway = () => (
  <Alert tone="warning" title={t('paymentForms.paymentsHereAreMadeFromCredit')}>
    {rich('paymentForms.pleaseContactSupportForAnAgreement', { link: supportLink })}
  </Alert>
);

const PaymentsOff = () => (
  <Alert tone="warning" title={t('paymentForms.paymentsAreTurnedOffOnThisSite')}>
    {rich('paymentForms.nothingCanBeBoughtHereAtTheMoment', { link: supportLink })}
  </Alert>
);
