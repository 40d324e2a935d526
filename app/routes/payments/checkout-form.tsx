import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { formState } from '#app/ui/form-state.ts';
import { BuyerFields } from './buyer-fields.tsx';
import { FinalPayment } from './final-payment.tsx';
import { type FormOf, HiddenFields } from './hidden-fields.tsx';

type CheckoutFormProps = FormOf & {
  gateway: { name: string; label: string };
  failure: FormError | undefined;
};

/**
 * Starts or resumes a payment at a gateway with its own page. A plain form, so that the browser itself follows the redirect.
 */
export const CheckoutForm = ({ action, fields, gateway, amount, billing, failure }: CheckoutFormProps) => (
  <Card>
    <form method="post" action={action} className="grid gap-5">
      <FormAlert errors={failure?.message} />
      <HiddenFields fields={{ ...fields, gateway: gateway.name }} />
      <p>
        You pay on the page of {gateway.label} and come back here. Your card number never reaches this site.
      </p>
      <BuyerFields billing={billing} {...formState(failure)} />
      <FinalPayment amount={amount} />
      <SubmitButton>Pay with {gateway.label}</SubmitButton>
    </form>
  </Card>
);
