import { Link } from 'react-router';
import type { Remembered } from '#app/certificates/issue-certificate.server.ts';
import type { MailDelivery } from '#app/mail/mail-state.server.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { Alert, ButtonLink, EmailText, IdText, rich } from '#app/ui/page.tsx';
import { t } from '#messages';

const certificatePath = (uniqueId: string) => `/admin/issued-certificates/${uniqueId}`;

/** To whom the mail about a new certificate goes. */
export type Mailed = { address: string; delivery: MailDelivery };

function mailSentence({ address, delivery }: Mailed) {
  const values = { address: <EmailText>{address}</EmailText> };
  switch (delivery) {
    case 'smtp':
      return rich('afterIssue.mailSentToAddress', values);
    case 'mailbox':
      return rich('afterIssue.mailToAddressIsInTheMailbox', values);
    case 'off':
      return rich('afterIssue.mailToAddressWaits', values);
  }
}

/** Leads to the form for another certificate of the class. */
export const IssueAnother = ({ uniqueId }: { uniqueId: string }) => (
  <ButtonLink to={`/admin/issue-certificate?after=${uniqueId}`}>{t('afterIssue.issueAnother')}</ButtonLink>
);

/** Says to whom the mail went, and leads to the certificate's page and to the next certificate. */
export const AfterIssue = ({ uniqueId, mailed }: { uniqueId: string; mailed: Mailed }) => (
  <>
    <p>{mailSentence(mailed)}</p>
    <div className="flex flex-wrap gap-3">
      <IssueAnother uniqueId={uniqueId} />
      <ButtonLink to={certificatePath(uniqueId)} variant="secondary">
        {t('afterIssue.openCertificate')}
      </ButtonLink>
    </div>
  </>
);

/** Says what the form is filled in with, so that nothing of it is issued unseen. */
export function RememberedNote({ remembered }: { remembered: Remembered | null }) {
  if (!remembered) return null;
  const uniqueId = (
    <Link className="link" to={certificatePath(remembered.uniqueId)}>
      <IdText code>{remembered.uniqueId}</IdText>
    </Link>
  );
  return (
    <Alert tone="info">
      {remembered.own.length === 0
        ? rich('afterIssue.courseDateAndDesignAreThoseOf', { uniqueId })
        : rich('afterIssue.courseDateDesignAndTheseFields', { uniqueId, fields: formatList(remembered.own) })}
    </Alert>
  );
}
