import { TextField } from '#app/ui/form.tsx';
import { pageLanguage, t } from '#messages';

type BuyerFieldsProps = {
  /** The account's company and tax ID. */
  billing: { company: string | null; taxId: string | null };
};

/** The buyer's details for the receipt. */
export const BuyerFields = ({ billing }: BuyerFieldsProps) => (
  <>
    <TextField
      label={t('common.company')}
      name="company"
      autoComplete="organization"
      optional
      hint={t('buyerFields.shownOnYourReceipt')}
      maxLength={200}
      defaultValue={billing.company ?? ''}
    />
    <TextField
      label={t('common.taxId')}
      name="taxId"
      autoComplete="off"
      optional
      maxLength={50}
      hint={t('buyerFields.shownOnYourReceipt')}
      defaultValue={billing.taxId ?? ''}
    />
  </>
);

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

/** The last line above the button that pays. In English its amount has no separators, as '$4200' is promised letter for letter. */
export const FinalPayment = ({ amount }: Pick<FormOf, 'amount'>) => (
  <p className="flex items-baseline justify-between border-line border-t pt-4">
    <span>{t('finalPayment.finalPayment')}</span>
    <span className="price text-2xl">{pageLanguage() === 'en' ? amount.replaceAll(',', '') : amount}</span>
  </p>
);
