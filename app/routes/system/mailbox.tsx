import { Link } from 'react-router';
import { listMailbox } from '#app/mail/mailbox.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { Table } from '#app/ui/table.tsx';
import { t } from '#messages';
import type { Route } from './+types/mailbox';

export const meta = () => [
  ...pageMeta(t('mailbox.mailbox'), t('mailbox.allMessagesThatThisSiteHas')),
  { name: 'robots', content: 'noindex' },
];

export const loader = ({ url }: Route.LoaderArgs) => {
  const query = Object.fromEntries(url.searchParams);
  return { ...listMailbox(parseInput(listQuerySchema, query)), cursor: query.cursor ?? null };
};

/** All messages of the outbox. Only outside production. */
export default function Mailbox({ loaderData }: Route.ComponentProps) {
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader title={t('mailbox.mailbox')} lead={t('mailbox.everyMessageSentHere')} />
      {rows.length === 0 ? (
        <EmptyState title={t('mailbox.noMessagesYet')}>
          {t('mailbox.registerAnAccountAndItsMailAppearsHere')}
        </EmptyState>
      ) : (
        <Table
          caption={t('mailbox.messages')}
          rowKey={({ id }) => id}
          groups={[{ rows }]}
          columns={[
            {
              header: t('mailbox.subject'),
              cell: ({ id, subject }) => <Link to={`/dev/mail/${id}`}>{subject}</Link>,
            },
            {
              header: t('mailbox.to'),
              cell: ({ to }) => <EmailText>{to}</EmailText>,
            },
            { header: t('mailbox.sentUtc'), cell: ({ createdAt }) => formatInstant(createdAt, 'UTC') },
          ]}
        />
      )}
      <LoadMore {...more} />
    </>
  );
}
