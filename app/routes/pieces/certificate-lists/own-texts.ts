import { type FrozenField, valueText, type Wording, yesOrNo } from '#app/certificates/own-fields.ts';
import { formatExactly } from '#app/messages/format-numbers.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';

const FOR_READER: Wording = { number: formatExactly, date: formatCalendarDate, boolean: yesOrNo };

export type OwnValue = Pick<FrozenField, 'name' | 'kind' | 'value'> & {
  /** Whether only the issuer sees it. */
  isForIssuer?: true;
};
/** A value of a checked file has no kind. */
type Value = Pick<OwnValue, 'name' | 'value'> & Partial<OwnValue>;

/** The values of own fields as texts in the reader's language. That of a photograph is its SHA-256. */
export const ownTexts = (fields: readonly Value[]) =>
  fields.map((field) => [field.name, valueText(field, FOR_READER)] as const);

/** The cells of own fields in a list that programs read: a column for each field. */
export const valuesIn = (
  columns: readonly Pick<FrozenField, 'key'>[],
  fields: readonly Pick<FrozenField, 'key' | 'value'>[],
) =>
  columns.map(({ key }) => {
    const field = fields.find((each) => each.key === key);
    return field ? valueText(field) : null;
  });
