import type { ShownRevocation } from '#app/routes/certificates/rows.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { ButtonAnchor, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { RevocationAlert } from './revocation-alert.tsx';

type PaidProps = {
  uniqueId: string;
  studentName: string;
  courseName: string;
  status: 'valid' | 'expired' | 'revoked';
  revocation: ShownRevocation;
  replacedBy: string | null;
  paymentId: string;
};

/** The certificate that was paid for, with its files. */
export function PaidCertificate({
  uniqueId,
  studentName,
  courseName,
  status,
  revocation,
  replacedBy,
  paymentId,
}: PaidProps) {
  const file = `/certificates/${uniqueId}`;
  return (
    <>
      <PageHeader title="Payment Successful! Here's your Certificate" />
      <div className="grid max-w-4xl gap-5">
        {revocation && <RevocationAlert {...revocation} replacedBy={replacedBy} />}
        {status === 'expired' && <Alert tone="warning" title="This certificate has expired" />}
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
