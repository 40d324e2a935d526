import type { FrozenField } from '#app/certificates/own-fields.ts';
import { writtenNumber } from '#app/shared/entered-numbers.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { t } from '#messages';

type Value = Pick<FrozenField, 'name' | 'kind' | 'value'>;

/** A value of an issuer's own field in the reader's language. */
function ownValue({ kind, value }: Value): string {
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no');
  if (typeof value === 'number') return writtenNumber(value);
  return kind === 'date' ? formatCalendarDate(value) : value;
}

/** The values of own fields. Those of pictures are no texts. */
export const ownFacts = (fields: readonly Value[]) =>
  fields.flatMap((field) => (field.kind === 'picture' ? [] : [[field.name, ownValue(field)] as const]));
