import { Link } from 'react-router';
import type { LastAttempt } from '#app/payments/attempts.server.ts';
import { Alert } from '#app/ui/alert.tsx';

type AttemptAlertProps = {
  attempt: LastAttempt;
  /** The page to which the gateway returns the payer. */
  returnPath: string;
};

/** The outcome of the last payment, if it did not succeed. */
export function AttemptAlert({ attempt, returnPath }: AttemptAlertProps) {
  const { id, state, reason } = attempt;
  if (state === 'refunded') {
    return (
      <Alert tone="warning" title="Your payment was refunded">
        {reason}{' '}
        <Link className="link" to={`/verify/receipts/${id}`}>
          Receipt and credit note
        </Link>
      </Alert>
    );
  }
  if (state === 'disputed') return <Alert tone="warning" title="The last payment is disputed." />;
  if (state === 'failed') return <Alert tone="warning" title={reason ?? 'The last payment failed.'} />;
  if (state === 'expired') return <Alert title="The last payment was not completed. You were not charged." />;
  return (
    <Alert title="Your payment is not complete yet">
      Continue below, or{' '}
      <a className="link" href={`${returnPath}?payment=${id}`}>
        check again
      </a>{' '}
      if you have paid.
    </Alert>
  );
}
