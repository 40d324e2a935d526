import { Link } from 'react-router';
import { recentMail } from '#app/mail/mailbox.server.ts';
import { toPageError } from '#app/server/error-response.server.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { Table } from '#app/ui/table.tsx';
import type { Route } from './+types/mailbox';

export const meta = () => [
  ...pageMeta('Mailbox', 'All messages that this site has sent or would send.'),
  { name: 'robots', content: 'noindex' },
];

export function loader() {
  try {
    return { mails: recentMail() };
  } catch (error) {
    throw toPageError(error);
  }
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' });

/** All messages of the outbox. Only outside production. */
export default function Mailbox({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Mailbox" lead="Every message sent here, newest first. Outside production only." />
      {mails.length === 0 ? (
        <EmptyState title="No messages yet">Register an account, and its mail appears here.</EmptyState>
      ) : (
        <Table
          caption="Messages"
          rowKey={({ id }) => id}
          groups={[{ rows: mails }]}
          columns={[
            {
              header: 'Subject',
              cell: ({ id, subject }) => <Link to={`/dev/mail/${id}`}>{subject}</Link>,
            },
            {
              header: 'To',
              cell: ({ toName, toAddress }) => <EmailText>{`${toName} <${toAddress}>`}</EmailText>,
            },
            { header: 'Sent (UTC)', cell: ({ createdAt }) => time.format(createdAt) },
          ]}
        />
      )}
    </>
  );
}
