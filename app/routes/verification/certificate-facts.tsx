import { statusLabel } from '#app/routes/pieces/certificates/certificate-state.tsx';
import type { ShownLookedUp } from '#app/routes/pieces/certificates/looked-up-rows.server.ts';
import { formatCalendarDate } from '#app/shared/dates.ts';
import { Alert } from '#app/ui/alert.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { StatusAlerts } from './status-alerts.tsx';

/** The result of a look-up before payment, with a warning unless the certificate is valid (docs/product.md, Verification). */
export function CertificateFacts({ certificate }: { certificate: ShownLookedUp }) {
  const { uniqueId, courseName, issuedBy, issueDate, status, replacedBy, paid } = certificate;
  const facts = [
    [
      'Certificate ID',
      <IdText key="id" code>
        {uniqueId}
      </IdText>,
    ],
    ['Course', courseName],
    ['Issued by', issuedBy.name],
    ['Issue Date', formatCalendarDate(issueDate)],
    ['Status', replacedBy ? 'Replaced' : statusLabel(status)],
  ] as const;
  return (
    <div className="grid gap-4">
      <Facts facts={facts} />
      <StatusAlerts {...certificate} />
      {certificate.shareUrl && (
        <Alert tone="info" title="The holder shares this certificate">
          <a className="link [overflow-wrap:anywhere]" href={certificate.shareUrl}>
            {certificate.shareUrl}
          </a>
        </Alert>
      )}
      {paid && (
        <Alert tone="success">
          You have already paid for this verification. You will not be charged again.
        </Alert>
      )}
    </div>
  );
}
