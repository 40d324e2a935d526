import type { CertificateStatus } from '#app/certificates/certificate.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { ShownRevocation } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, SubmitButton } from '#app/ui/page.tsx';
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
