import { RadioGroup } from '#app/ui/form.tsx';
import { Alert } from '#app/ui/page.tsx';
import { t } from '#messages';

/** How many people have bought a course, as a sentence. */
const boughtBy = (buyers: number) => t('buyersChoice.buyersPeopleHaveBoughtThisCourse', { buyers });

/** What happens to the buyers of a course that is removed or unpublished. Nothing to choose without buyers. */
export const BuyersChoice = ({ buyers }: { buyers: number }) =>
  buyers > 0 && (
    <>
      <Alert tone="warning" title={boughtBy(buyers)}>
        {t('buyersChoice.theyKeepItWithoutAnEnd')}
      </Alert>
      <RadioGroup
        label={t('buyersChoice.whatHappensToThem')}
        name="buyers"
        options={[
          { value: 'keep', label: t('buyersChoice.theyKeepTheCourse') },
          { value: 'refund', label: t('buyersChoice.everyPurchaseIsRefunded') },
        ]}
        defaultValue="keep"
      />
    </>
  );
