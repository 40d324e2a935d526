import { TextField } from '#app/ui/field.tsx';
import { t } from '#messages';

export type BuyerFieldsProps = {
  /** The account's company and tax ID. */
  billing: { company: string | null; taxId: string | null };
  value?: (name: string) => string | undefined;
  errors?: (name: string) => string[] | undefined;
};

/** The buyer's details for the receipt. */
export const BuyerFields = ({ billing, value, errors }: BuyerFieldsProps) => (
  <>
    <TextField
      label={t('buyerFields.company')}
      name="company"
      autoComplete="organization"
      optional
      hint={t('buyerFields.shownOnYourReceipt')}
      maxLength={200}
      defaultValue={value?.('company') ?? billing.company ?? ''}
      errors={errors?.('company')}
    />
    <TextField
      label={t('buyerFields.taxId')}
      name="taxId"
      autoComplete="off"
      optional
      maxLength={50}
      hint={t('buyerFields.shownOnYourReceipt')}
      defaultValue={value?.('taxId') ?? billing.taxId ?? ''}
      errors={errors?.('taxId')}
    />
  </>
);
