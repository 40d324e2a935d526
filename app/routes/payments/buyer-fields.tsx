import { TextField } from '#app/ui/field.tsx';
import { t } from '#messages';

export type BuyerFieldsProps = {
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
