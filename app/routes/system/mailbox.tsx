import { Link } from 'react-router';
import { listMailbox } from '#app/mail/outbox.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { EmailText, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/mailbox';

export const meta = () => [
  ...pageMeta(t('common.mailbox'), t('mailbox.allMessagesThatThisSiteHas')),
  { name: 'robots', content: 'noindex' },
];

export const loader = ({ url }: Route.LoaderArgs) => listLoader(url, listQuerySchema, listMailbox);

/** All messages of the outbox. Only outside production. */
export default function Mailbox({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={t('common.mailbox')} lead={t('mailbox.everyMessageSentHere')} />
      <ListPage
        list={loaderData}
        empty={{
          title: t('mailbox.noMessagesYet'),
          text: t('mailbox.registerAnAccountAndItsMailAppearsHere'),
        }}
        table={{
          caption: t('mailbox.messages'),
          rowKey: ({ id }) => id,
          columns: [
            {
              header: t('common.subject'),
              cell: ({ id, subject }) => <Link to={`/dev/mail/${id}`}>{subject}</Link>,
            },
            { header: t('common.to'), cell: ({ to }) => <EmailText>{to}</EmailText> },
            { header: t('mailbox.sentUtc'), cell: ({ createdAt }) => formatInstant(createdAt, 'UTC') },
          ],
        }}
      />
    </>
  );
}
