import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';
import { BuyerFields } from './buyer-fields.tsx';
import { FinalPayment, type FormOf, HiddenFields } from './hidden-fields.tsx';

type CreditFormProps = FormOf & {
  gateway: string;
  credit: { left: string; covers: boolean };
  failure: FormError | undefined;
};

/** Pays from the account's credit. */
export function CreditForm({ action, fields, gateway, amount, billing, credit, failure }: CreditFormProps) {
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
