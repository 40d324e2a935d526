import { TEST_PAYMENT } from '#app/payments/gateway.ts';
import { Alert } from '#app/ui/alert.tsx';
import { ButtonAnchor, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { StatusAlerts, type StatusAlertsProps } from './status-alerts.tsx';

type PaidProps = StatusAlertsProps & {
  uniqueId: string;
  studentName: string;
  courseName: string;
  paymentId: string;
  paidBefore: boolean;
  isTest: boolean;
};

const PAID_NOW = "Payment Successful! Here's your Certificate";
const PAID_BEFORE = 'You have already paid for this verification.';

/** A paid certificate with its files. */
export function PaidCertificate(props: PaidProps) {
  const { uniqueId, studentName, courseName, paymentId, paidBefore, isTest, ...state } = props;
  const file = `/certificates/${uniqueId}`;
  return (
    <>
      <PageHeader title={paidBefore ? PAID_BEFORE : PAID_NOW} />
      <div className="grid max-w-4xl gap-5">
        {isTest && <Alert tone="warning" title={TEST_PAYMENT} />}
        <StatusAlerts {...state} />
        <Card>
          <img
            src={`${file}.png`}
            width={1754}
            height={1240}
            className="certificate-image"
            alt={`Certificate of ${studentName} for ${courseName}`}
          />
        </Card>
        <div className="flex flex-wrap gap-3">
          <ButtonAnchor href={`${file}.pdf`} target="_blank" rel="noopener">
            Download PDF
          </ButtonAnchor>
          <ButtonAnchor href={`${file}.png`} target="_blank" rel="noopener" variant="secondary">
            Download PNG
          </ButtonAnchor>
          <ButtonLink to={`/verify/receipts/${paymentId}`} variant="secondary">
            Receipt
          </ButtonLink>
          <ButtonLink to="/verify" variant="quiet">
            Verify another certificate
          </ButtonLink>
        </div>
      </div>
    </>
  );
}
