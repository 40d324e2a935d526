import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';
import { BuyerFields } from './buyer-fields.tsx';
import { CardNumberField } from './card-number-field.tsx';
import { FinalPayment, type FormOf, HiddenFields } from './hidden-fields.tsx';

type CardFormProps = FormOf & { gateway: string; failure: FormError | undefined };

/** Pays with a card that is entered on this page. */
export function CardForm({ action, fields, gateway, amount, billing, failure }: CardFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formAction === action;
  useFocusFirstError(formRef, failure);
  return (
    <Card>
      {/* Browsers must not store card numbers. */}
      <Form
        method="post"
        action={action}
        failure={failure}
        ref={formRef}
        className="grid gap-5"
        autoComplete="on"
      >
        <FormAlert errors={failure?.message} />
        <HiddenFields fields={{ ...fields, gateway }} />
        <CardNumberField />
        <div className="grid grid-cols-2 gap-5 max-sm:*:last:col-span-2 sm:grid-cols-3">
          <TextField
            label={t('common.expiryMonth')}
            name="expiryMonth"
            placeholder={t('cardForm.mm')}
            inputMode="numeric"
            autoComplete="cc-exp-month"
            maxLength={2}
            required
          />
          <TextField
            label={t('common.expiryYear')}
            name="expiryYear"
            placeholder={t('cardForm.yy')}
            inputMode="numeric"
            autoComplete="cc-exp-year"
            maxLength={2}
            required
          />
          <TextField
            label={t('common.cvCode')}
            name="cvCode"
            placeholder={t('cardForm.cv')}
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            required
          />
        </div>
        <BuyerFields billing={billing} />
        <FinalPayment amount={amount} />
        <SubmitButton pending={pending} pendingText={t('common.processing')}>
          {t('common.pay')}
        </SubmitButton>
        <p className="text-muted text-sm">
          {rich('cardForm.paymentsRunInASandbox', {
            span: <span className="whitespace-nowrap">4242 4242 4242 4242</span>,
          })}
        </p>
      </Form>
    </Card>
  );
}
