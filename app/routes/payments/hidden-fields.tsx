import type { BuyerFieldsProps } from './buyer-fields.tsx';

/** Properties that all forms of a payment share. */
export type FormOf = {
  /** The path that the form is posted to. */
  action: string;
  /** Hidden fields that identify the certificate or course. */
  fields: Record<string, string>;
  /** Such as '$49'. */
  amount: string;
  /** The account's company and tax ID. */
  billing: BuyerFieldsProps['billing'];
};

export const HiddenFields = ({ fields }: Pick<FormOf, 'fields'>) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
