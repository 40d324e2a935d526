import { Link } from 'react-router';
import type { LastAttempt } from '#app/payments/attempts.server.ts';
import type { ShownGateway } from '#app/routes/payments/shown-gateways.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';
import { AttemptAlert } from './attempt-alert.tsx';
import { CardForm } from './card-form.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { CreditForm } from './credit-form.tsx';
import type { FormOf } from './hidden-fields.tsx';

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

/** Shown to an account without credit where credit is the only gateway. */
const NoGateway = () => (
  <Alert tone="warning" title={t('paymentForms.paymentsHereAreMadeFromCredit')}>
    {rich('paymentForms.pleaseContactSupportForAnAgreement', {
      link: (text) => (
        <Link className="link" to="/support">
          {text}
        </Link>
      ),
    })}
  </Alert>
);

const PaymentsOff = () => (
  <Alert tone="warning" title={t('paymentForms.paymentsAreTurnedOffOnThisSite')}>
    {rich('paymentForms.nothingCanBeBoughtHereAtTheMoment', {
      link: (text) => (
        <Link className="link" to="/support">
          {text}
        </Link>
      ),
    })}
  </Alert>
);
