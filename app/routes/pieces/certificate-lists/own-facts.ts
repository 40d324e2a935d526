import { type FrozenField, valueText, type Wording, yesOrNo } from '#app/certificates/own-fields.ts';
import { formatExactly } from '#app/messages/format-numbers.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';

const FOR_READER: Wording = { number: formatExactly, date: formatCalendarDate, boolean: yesOrNo };

type Value = Pick<FrozenField, 'name' | 'value'> & Partial<Pick<FrozenField, 'kind'>>;

/** The values of own fields in the reader's language. Those of pictures are no texts. */
export const ownFacts = (fields: readonly Value[]) =>
  fields.flatMap((field) =>
    field.kind === 'picture' ? [] : [[field.name, valueText(field, FOR_READER)] as const],
  );

/** The cells of own fields in a list that programs read: a column for each field. */
export const valuesIn = (
  columns: readonly Pick<FrozenField, 'key'>[],
  fields: readonly Pick<FrozenField, 'key' | 'value'>[],
) =>
  columns.map(({ key }) => {
    const field = fields.find((each) => each.key === key);
    return field ? valueText(field) : null;
  });
