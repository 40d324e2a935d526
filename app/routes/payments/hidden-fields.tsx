/** What the forms of one payment have in common. */
export type FormOf = {
  /** The path that the form is posted to. */
  action: string;
  /** Hidden fields that name what is paid for. */
  fields: Record<string, string>;
  /** Such as '$49'. */
  amount: string;
};

export const HiddenFields = ({ fields }: Pick<FormOf, 'fields'>) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
