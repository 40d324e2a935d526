import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { LastAttempt } from '#app/verification/pending-verification.server.ts';

type CheckoutFormProps = {
  uniqueId: string;
  gateway: { name: string; label: string };
  fee: string;
  failure: string | undefined;
};

/** Starts or resumes a payment at a gateway with its own page. A plain form: the browser itself follows the redirect there. */
export const CheckoutForm = ({ uniqueId, gateway, fee, failure }: CheckoutFormProps) => (
  <Card>
    <form method="post" action="/verify/payment" className="grid gap-5">
      <FormAlert errors={failure} />
      <input type="hidden" name="uniqueId" value={uniqueId} />
      <input type="hidden" name="gateway" value={gateway.name} />
      <p>
        You pay on the page of {gateway.label} and come back here. Your card number never reaches this site.
      </p>
      <p className="flex items-baseline justify-between border-line border-t pt-4">
        <span>Final Payment</span>
        <span className="price text-2xl">{fee}</span>
      </p>
      <SubmitButton>Pay with {gateway.label}</SubmitButton>
    </form>
  </Card>
);

/** What became of the last payment that did not succeed. */
export function AttemptAlert({ attempt }: { attempt: LastAttempt }) {
  const { id, state, reason } = attempt;
  if (state === 'refunded') {
    return (
      <Alert tone="warning" title="Your payment is refunded">
        {reason}
      </Alert>
    );
  }
  if (state === 'failed') return <Alert tone="warning" title={reason ?? 'The last payment failed.'} />;
  if (state === 'expired') return <Alert title="The last payment was not completed. You were not charged." />;
  return (
    <Alert title="Your payment is not complete yet">
      Continue below, or{' '}
      <a className="link" href={`/verify/payment/return?payment=${id}`}>
        check again
      </a>{' '}
      if you have paid.
    </Alert>
  );
}
