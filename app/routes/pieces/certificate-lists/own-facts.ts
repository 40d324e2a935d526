import { type FrozenField, shownValue } from '#app/certificates/own-fields.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';

type Value = Pick<FrozenField, 'name' | 'kind' | 'value'>;

/** The values of own fields in the reader's language. Those of pictures are no texts. */
export const ownFacts = (fields: readonly Value[]) =>
  fields.flatMap(({ name, kind, value }) =>
    kind === 'picture'
      ? []
      : [[name, kind === 'date' ? formatCalendarDate(String(value)) : shownValue(value)] as const],
  );

/** The cells of own fields in a list that programs read: a column for each field. */
export const valuesIn = (
  columns: readonly Pick<FrozenField, 'key'>[],
  fields: readonly Pick<FrozenField, 'key' | 'value'>[],
) =>
  columns.map(({ key }) => {
    const value = fields.find((field) => field.key === key)?.value;
    return value === undefined ? null : String(value);
  });
