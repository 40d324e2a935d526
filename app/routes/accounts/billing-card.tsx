import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import { BuyerFields } from '#app/routes/payments/buyer-fields.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { t } from '#messages';
import type { Route } from './+types/settings';

type BillingProps = {
  billing: { company: string | null; taxId: string | null };
  answer: Route.ComponentProps['actionData'];
};

/** The company and tax ID that payment pages fill in for receipts. */
export function BillingCard({ billing, answer }: BillingProps) {
  const pending = useNavigation().formData?.get('intent') === 'billing';
  const failure = answer?.intent === 'billing' && answer.ok === false ? answer : null;
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('billingCard.receipts')}</h2>
      <Form method="post" failure={failure} className="form" preventScrollReset>
        <BuyerFields billing={billing} />
        <SubmitButton name="intent" value="billing" pending={pending}>
          {t('billingCard.saveReceiptDetails')}
        </SubmitButton>
      </Form>
    </Card>
  );
}
