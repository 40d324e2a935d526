import { Alert } from '#app/ui/alert.tsx';
import { RadioGroup } from '#app/ui/field.tsx';

/** How many people have bought a course, as a sentence. */
const boughtBy = (buyers: number) =>
  buyers === 1 ? '1 person has bought this course' : `${buyers} people have bought this course`;

type BuyersChoiceProps = { buyers: number; value?: string | undefined };

/** What happens to the buyers of a course that is removed or unpublished. Nothing to choose without buyers. */
export const BuyersChoice = ({ buyers, value }: BuyersChoiceProps) =>
  buyers > 0 && (
    <>
      <Alert tone="warning" title={boughtBy(buyers)}>
        They keep it without an end, unless their purchase is refunded. Refunds go to the same card or credit,
        with a mail to each buyer.
      </Alert>
      <RadioGroup
        label="What happens to them"
        name="buyers"
        options={[
          { value: 'keep', label: 'They keep the course' },
          { value: 'refund', label: 'Every purchase is refunded' },
        ]}
        defaultValue={value ?? 'keep'}
      />
    </>
  );
