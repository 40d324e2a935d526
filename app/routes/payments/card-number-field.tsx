import type { FormEvent } from 'react';
import { caretAfterGrouping, groupCardNumber } from '#app/payments/group-card-number.ts';
import { TextField } from '#app/ui/field.tsx';
import { t } from '#messages';

/** Groups the digits while typing and keeps the caret in place. */
function group({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const grouped = groupCardNumber(input.value);
  if (grouped === input.value) return;
  const before = input.value.slice(0, input.selectionStart ?? input.value.length).replaceAll(' ', '').length;
  input.value = grouped;
  const caret = caretAfterGrouping(grouped, before);
  input.setSelectionRange(caret, caret);
}

export const CardNumberField = () => (
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
