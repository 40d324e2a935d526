import type { FormEvent } from 'react';
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

/** Groups the digits of a card number by four, or 4-6-5 for American Express. Other characters stay. */
export function groupCardNumber(typed: string): string {
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
export function caretAfterGrouping(grouped: string, digitsBefore: number): number {
  let seen = 0;
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === digitsBefore) return index;
    if (grouped[index] !== ' ') seen += 1;
  }
  return grouped.length;
}
