import type { CertificateStatus } from '#app/certificates/certificate.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { courseFact, statusLabel } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import type { ShownLookedUp, ShownRevocation } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonAnchor, IdText, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

const LookUp = ({ uniqueId }: { uniqueId: string }) => (
  <Form method="post" action="/verify" className="mt-3">
    <input type="hidden" name="uniqueId" value={uniqueId} />
    <SubmitButton variant="secondary" size="small">
      {t('statusAlerts.lookUpUniqueid', { uniqueId })}
    </SubmitButton>
  </Form>
);

type Revoked = NonNullable<ShownRevocation> & { replacedBy: string | null };

/** Why and when a certificate was revoked, with a look-up of its replacement. */
const RevocationAlert = ({ reason, revokedAt, replacedBy }: Revoked) => (
  <Alert
    tone="warning"
    title={
      replacedBy
        ? t('statusAlerts.thisCertificateHasBeenReplaced')
        : t('statusAlerts.thisCertificateHasBeenRevoked')
    }
  >
    <Facts
      breakable
      facts={[
        [t('common.reason'), reason],
        [t('csvLists.revoked'), revokedAt],
      ]}
    />
    {replacedBy && <LookUp uniqueId={replacedBy} />}
  </Alert>
);

export type StatusAlertsProps = {
  status: CertificateStatus;
  /** YYYY-MM-DD. */
  issueDate: string;
  revocation: ShownRevocation;
  replacedBy: string | null;
  renewedBy: string | null;
};

/** A warning unless a certificate is valid, with a look-up of its replacement or renewal. */
export const StatusAlerts = ({ status, issueDate, revocation, replacedBy, renewedBy }: StatusAlertsProps) => (
  <>
    {revocation && <RevocationAlert {...revocation} replacedBy={replacedBy} />}
    {status === 'not-yet-valid' && (
      <Alert tone="warning" title={t('statusAlerts.thisCertificateIsNotYetValid')}>
        {t('statusAlerts.itIsValidFromItsIssueDateIssuedate', { issueDate: formatCalendarDate(issueDate) })}
      </Alert>
    )}
    {status === 'expired' && (
      <Alert
        tone="warning"
        title={
          renewedBy
            ? t('statusAlerts.thisCertificateHasExpiredAndWasRenewed')
            : t('statusAlerts.thisCertificateHasExpired')
        }
      >
        {renewedBy && <LookUp uniqueId={renewedBy} />}
      </Alert>
    )}
  </>
);

/** The result of a look-up before payment, with a warning unless the certificate is valid (docs/product.md, Verification). */
export function CertificateFacts({ certificate, fee }: { certificate: ShownLookedUp; fee: string }) {
  const { uniqueId, issuedBy, issueDate, status, replacedBy, paid } = certificate;
  const facts = [
    [
      t('common.certificateId'),
      <IdText key="id" code>
        {uniqueId}
      </IdText>,
    ],
    courseFact(certificate),
    [t('common.issuedBy'), issuedBy.name],
    [t('common.issueDate'), formatCalendarDate(issueDate)],
    [t('common.status'), replacedBy ? t('certificateFacts.replaced') : statusLabel(status)],
    ...(paid ? [] : [[t('common.price'), fee] as const]),
  ] as const;
  return (
    <div className="grid gap-4">
      {certificate.shareUrl && (
        <Alert tone="info" title={t('certificateFacts.theHolderSharesThisCertificate')}>
          <p className="mt-2">
            <ButtonAnchor href={certificate.shareUrl}>{t('certificateFacts.seeItNowFree')}</ButtonAnchor>
          </p>
        </Alert>
      )}
      <Facts facts={facts} />
      <StatusAlerts {...certificate} />
      {paid && <Alert tone="success">{t('certificateFacts.youHaveAlreadyPaidForThisVerification')}</Alert>}
    </div>
  );
}
