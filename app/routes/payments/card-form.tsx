import { type FormEvent, useRef } from 'react';
import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { Card, FormAlert, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { BuyerFields, FinalPayment, type FormOf, HiddenFields } from './payment-fields.tsx';

/** Groups the digits while typing and keeps the caret in place. */
function group({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const grouped = groupCardNumber(input.value);
  if (grouped === input.value) return;
  const before = input.value.slice(0, input.selectionStart ?? input.value.length).replaceAll(' ', '').length;
  input.value = grouped;
  const caret = caretAfterGrouping(grouped, before);
  input.setSelectionRange(caret, caret);
}

const CardNumberField = () => (
  <TextField
    label={t('common.cardNumber')}
    name="cardNumber"
    placeholder={t('cardNumberField.validCardNumber')}
    inputMode="numeric"
    autoComplete="cc-number"
    maxLength={23}
    required
    onInput={group}
  />
);

const ExpiryAndCodeFields = () => (
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
);

/** Groups the digits of a card number by four, or 4-6-5 for American Express. Other characters stay. */
function groupCardNumber(typed: string): string {
  if (!/^[0-9 ]*$/.test(typed)) return typed;
  const digits = typed.replaceAll(' ', '').slice(0, 19);
  const sizes = /^3[47]/.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3];
  const groups: string[] = [];
  let from = 0;
  for (const size of sizes) {
    if (from >= digits.length) break;
    groups.push(digits.slice(from, from + size));
    from += size;
  }
  return groups.join(' ');
}

/** Position of the caret after grouping, behind the same number of digits. */
function caretAfterGrouping(grouped: string, digitsBefore: number): number {
  let seen = 0;
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === digitsBefore) return index;
    if (grouped[index] !== ' ') seen += 1;
  }
  return grouped.length;
}

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
        <ExpiryAndCodeFields />
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
