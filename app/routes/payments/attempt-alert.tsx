import { Link } from 'react-router';
import type { LastAttempt } from '#app/payments/attempts.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';

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
      <Alert tone="warning" title={t('common.yourPaymentWasRefunded')}>
        {reason}{' '}
        <Link className="link" to={`/verify/receipts/${id}`}>
          {t('attemptAlert.receiptAndCreditNote')}
        </Link>
      </Alert>
    );
  }
  if (state === 'disputed')
    return <Alert tone="warning" title={t('attemptAlert.theLastPaymentIsDisputed')} />;
  if (state === 'failed')
    return <Alert tone="warning" title={reason ?? t('attemptAlert.theLastPaymentFailed')} />;
  if (state === 'expired') return <Alert title={t('attemptAlert.theLastPaymentWasNotCompleted')} />;
  return (
    <Alert title={t('attemptAlert.yourPaymentIsNotCompleteYet')}>
      {rich('attemptAlert.continueBelowOrCheckAgainIf', {
        link: (text) => (
          <a className="link" href={`${returnPath}?payment=${id}`}>
            {text}
          </a>
        ),
      })}
    </Alert>
  );
}
