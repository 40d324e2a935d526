import { Link } from 'react-router';
import type { MailDelivery } from '#app/mail/mail-state.server.ts';
import { Alert, rich } from '#app/ui/page.tsx';
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

/** Says that no mail leaves this site, in production as an error. Renders nothing with SMTP_URL. */
export function NoDelivery({ delivery }: { delivery: MailDelivery }) {
  if (delivery === 'smtp') return null;
  if (delivery === 'mailbox')
    return (
      <Alert title={t('noDelivery.smtpUrlIsNotSet')}>
        <p>
          {rich('noDelivery.noMailLeavesThisSite', {
            link: (text) => (
              <Link className="link" to="/dev/mail">
                {text}
              </Link>
            ),
          })}
        </p>
      </Alert>
    );
  return (
    <Alert tone="error" title={t('noDelivery.smtpUrlIsNotSet')}>
      <p>{t('noDelivery.noMailLeavesThisSiteNobody')}</p>
    </Alert>
  );
}
