import { t } from '#messages';
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

/** The last line above the button that pays. */
export const FinalPayment = ({ amount }: Pick<FormOf, 'amount'>) => (
  <p className="flex items-baseline justify-between border-line border-t pt-4">
    <span>{t('finalPayment.finalPayment')}</span>
    <span className="price text-2xl">{amount}</span>
  </p>
);
