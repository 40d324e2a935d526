import type { LastAttempt } from '#app/payments/attempts.server.ts';
import type { ShownGateway } from '#app/routes/payments/shown-gateways.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Alert } from '#app/ui/alert.tsx';
import { AttemptAlert } from './attempt-alert.tsx';
import { CardForm } from './card-form.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import type { FormOf } from './hidden-fields.tsx';

type PaymentNoticesProps = { testMode: boolean; attempt: LastAttempt | null; returnPath: string };

/** Above the forms of a payment: whether it is a test, and what became of the last attempt. */
export const PaymentNotices = ({ testMode, attempt, returnPath }: PaymentNoticesProps) =>
  (testMode || attempt) && (
    <div className="mb-6 grid gap-4">
      {testMode && <Alert tone="warning" title="Test mode: no real cards are accepted" />}
      {attempt && <AttemptAlert attempt={attempt} returnPath={returnPath} />}
    </div>
  );

type PaymentFormsProps = FormOf & { gateways: readonly ShownGateway[]; failure: FormError | undefined };

/** The forms of one payment, one for each gateway. */
export const PaymentForms = ({ gateways, failure, ...form }: PaymentFormsProps) => (
  <div className="grid gap-6">
    {gateways.map((gateway) =>
      gateway.takesCards ? (
        <CardForm key={gateway.name} gateway={gateway.name} failure={failure} {...form} />
      ) : (
        <CheckoutForm key={gateway.name} gateway={gateway} failure={failure} {...form} />
      ),
    )}
  </div>
);
