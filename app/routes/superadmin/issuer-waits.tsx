import { Link } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { t } from '#messages';

/** Says that an issuer waits for approval. Renders nothing if none does. */
export function IssuerWaits({ waits }: { waits: boolean }) {
  if (!waits) return null;
  return (
    <Alert title={t('siteMails.anIssuerWaitsForApproval')}>
      <p>
        <Link className="link" to="/admin/update?status=pending">
          {t('siteMails.decideAboutIssuers')}
        </Link>
      </p>
    </Alert>
  );
}
