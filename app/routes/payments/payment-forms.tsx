import { Link } from 'react-router';
import type { LastAttempt } from '#app/payments/attempts.server.ts';
import type { ShownGateway } from '#app/routes/payments/shown-gateways.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Alert } from '#app/ui/alert.tsx';
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
      {testMode && <Alert tone="warning" title="Test mode: no real cards are accepted" />}
      {attempt && <AttemptAlert attempt={attempt} returnPath={returnPath} />}
    </div>
  );

type PaymentFormsProps = FormOf & { gateways: readonly ShownGateway[]; failure: FormError | undefined };

/** The forms of a payment, one per gateway. */
export function PaymentForms({ gateways, failure, ...form }: PaymentFormsProps) {
  if (gateways.length === 0) return <NoGateway />;
  const sent = failure?.lastResult.initialValue?.gateway ?? gateways[0]?.name;
  return (
    <div className="grid gap-6">
      {gateways.map((gateway) => {
        const own = { failure: gateway.name === sent ? failure : undefined, ...form };
        const { name, credit } = gateway;
        if (credit) return <CreditForm key={name} gateway={name} credit={credit} {...own} />;
        if (gateway.takesCards) return <CardForm key={name} gateway={name} {...own} />;
        return <CheckoutForm key={name} gateway={gateway} {...own} />;
      })}
    </div>
  );
}

/** Shown to an account without credit where credit is the only gateway. */
const NoGateway = () => (
  <Alert tone="warning" title="Payments here are made from credit, but your account has none">
    Please{' '}
    <Link className="link" to="/support">
      contact support
    </Link>{' '}
    for an agreement.
  </Alert>
);
