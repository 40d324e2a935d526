import { TextField } from '#app/ui/field.tsx';

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
      label="Company"
      name="company"
      autoComplete="organization"
      optional
      hint="Shown on your receipt."
      maxLength={200}
      defaultValue={value?.('company') ?? billing.company ?? ''}
      errors={errors?.('company')}
    />
    <TextField
      label="Tax ID"
      name="taxId"
      autoComplete="off"
      optional
      maxLength={50}
      hint="Shown on your receipt."
      defaultValue={value?.('taxId') ?? billing.taxId ?? ''}
      errors={errors?.('taxId')}
    />
  </>
);
