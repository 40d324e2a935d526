import { statusLabel } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import type { ShownLookedUp } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, IdText } from '#app/ui/page.tsx';
import { t } from '#messages';
import { StatusAlerts } from './status-alerts.tsx';

/** The result of a look-up before payment, with a warning unless the certificate is valid (docs/product.md, Verification). */
export function CertificateFacts({ certificate }: { certificate: ShownLookedUp }) {
  const { uniqueId, courseName, issuedBy, issueDate, status, replacedBy, paid } = certificate;
  const facts = [
    [
      t('common.certificateId'),
      <IdText key="id" code>
        {uniqueId}
      </IdText>,
    ],
    [t('common.course'), courseName],
    [t('common.issuedBy'), issuedBy.name],
    [t('common.issueDate'), formatCalendarDate(issueDate)],
    [t('common.status'), replacedBy ? t('certificateFacts.replaced') : statusLabel(status)],
  ] as const;
  return (
    <div className="grid gap-4">
      <Facts facts={facts} />
      <StatusAlerts {...certificate} />
      {certificate.shareUrl && (
        <Alert tone="info" title={t('certificateFacts.theHolderSharesThisCertificate')}>
          <a className="link [overflow-wrap:anywhere]" href={certificate.shareUrl}>
            {certificate.shareUrl}
          </a>
        </Alert>
      )}
      {paid && <Alert tone="success">{t('certificateFacts.youHaveAlreadyPaidForThisVerification')}</Alert>}
    </div>
  );
}
