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
