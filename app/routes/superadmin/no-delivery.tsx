import { Link } from 'react-router';
import type { MailDelivery } from '#app/mail/mail-delivery.server.ts';
import { Alert } from '#app/ui/alert.tsx';

/** Says that no mail leaves this site, in production as an error. Renders nothing with SMTP_URL. */
export function NoDelivery({ delivery }: { delivery: MailDelivery }) {
  if (delivery === 'smtp') return null;
  if (delivery === 'mailbox')
    return (
      <Alert title="SMTP_URL is not set">
        <p>
          No mail leaves this site. Messages are in the{' '}
          <Link className="link" to="/dev/mail">
            mailbox
          </Link>
          .
        </p>
      </Alert>
    );
  return (
    <Alert tone="error" title="SMTP_URL is not set">
      <p>
        No mail leaves this site: nobody gets certificates, alerts, or links to confirm an address or to reset
        a password. Messages wait until you set SMTP_URL and restart the server.
      </p>
    </Alert>
  );
}
