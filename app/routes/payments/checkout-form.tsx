import { OwnerField } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Fields } from '#app/ui/form-state.ts';
import { t } from '#messages';
import { BuyerFields } from './buyer-fields.tsx';
import { FinalPayment, type FormOf, HiddenFields } from './hidden-fields.tsx';

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
