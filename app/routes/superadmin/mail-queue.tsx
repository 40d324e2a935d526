import { Link } from 'react-router';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { type MailDelivery, mailDelivery } from '#app/mail/mail-state.server.ts';
import { formatNumber } from '#app/messages/format-numbers.ts';
import { MOST_COUNTED, mailQueue, retryMail, retryMailSchema } from '#app/operations/mail-queue.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { Note } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { mailBadge, mailReason } from '#app/routes/pieces/certificate-lists/mail-note.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { ActionAlert, type Column, Table } from '#app/ui/list-parts.tsx';
import { EmailText, PageHeader, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/mail-queue';
import { NoDelivery } from './notices.tsx';

export const meta = () =>
  pageMeta(t('mailQueue.mail'), t('mailQueue.messagesThatAreWaitingOrWereNotDelivered'));

const counted = (count: number) => formatNumber(count) + (count === MOST_COUNTED ? '+' : '');

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, listQuerySchema, (query) => {
    const { lanes, troubled, nextCursor, recipient } = mailQueue(context.get(actorContext), query);
    const zone = timeZoneOf(request);
    return {
      delivery: mailDelivery(),
      recipient,
      lanes: lanes.map(({ lane, due, later, oldest }) => ({
        lane,
        due: counted(due),
        later: counted(later),
        inMailbox: counted(Math.min(due + later, MOST_COUNTED)),
        oldest: oldest && formatInstant(oldest, zone),
      })),
      rows: troubled.map(({ at, uniqueId, ...mail }) => ({
        ...mail,
        at: formatInstant(at, zone),
        uniqueId: uniqueId && formatUniqueId(uniqueId),
      })),
      nextCursor,
    };
  });

export const action = formAction(
  form({
    schema: retryMailSchema,
    perform: (input, { actor }) => retryMail(actor, input),
    outcome: stay,
  }),
);

type Data = Route.ComponentProps['loaderData'];
type TroubledRow = Data['rows'][number];

const laneNames = () =>
  ({
    security: [t('mailQueue.security'), t('mailQueue.linksToVerifyOrResetAndNotices')],
    single: [t('mailQueue.single'), t('mailQueue.messagesSentOneAtATime')],
    batch: [t('mailQueue.batch'), t('mailQueue.messagesSentByTheHundred')],
  }) as const;

type LaneColumn = Column<Data['lanes'][number]>;

const laneColumn = (): LaneColumn => ({
  header: t('common.lane'),
  cell: ({ lane }) => (
    <>
      {laneNames()[lane][0]}
      <Note>{laneNames()[lane][1]}</Note>
    </>
  ),
});

/** With the mailbox, messages wait for nothing. */
const laneColumns = (delivery: MailDelivery): LaneColumn[] =>
  delivery === 'mailbox'
    ? [laneColumn(), { header: t('common.inTheMailbox'), align: 'end', cell: ({ inMailbox }) => inMailbox }]
    : [
        laneColumn(),
        { header: t('mailQueue.dueNow'), align: 'end', cell: ({ due }) => due },
        { header: t('mailQueue.nextAttemptLater'), align: 'end', cell: ({ later }) => later },
        { header: t('common.oldestDueSince'), cell: ({ oldest }) => oldest ?? t('mailQueue.noneWaiting') },
      ];

const RetryButton = ({ mailId, to }: { mailId: string; to: string }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="mailId" value={mailId} />
    <SubmitButton size="small" variant="secondary">
      {rich('mailQueue.retryNowToTo', {
        to: shownEmail(to),
        span: (text) => <span className="sr-only">{text}</span>,
      })}
    </SubmitButton>
  </Form>
);

/** The action for a message that was not delivered. */
function TroubleAction({ id, to, status, uniqueId }: TroubledRow) {
  if (status === 'retrying') return <RetryButton mailId={id} to={to} />;
  if (status === 'mailbox')
    return (
      <Link className="link" to={`/dev/mail/${id}`}>
        {rich('mailQueue.readTheMessageToTo', {
          to: shownEmail(to),
          span: (text) => <span className="sr-only">{text}</span>,
        })}
      </Link>
    );
  if (status === 'waiting') return null;
  if (!uniqueId) return <span className="text-muted">{t('mailQueue.textIsGone')}</span>;
  return (
    <Link className="link" to={`/superadmin/issued-certificates/${uniqueId}/mail`}>
      {rich('mailQueue.sendAgainAboutUniqueid', {
        uniqueId,
        span: (text) => <span className="sr-only">{text}</span>,
      })}
    </Link>
  );
}

const times = () =>
  ({
    waiting: t('common.written'),
    mailbox: t('common.written'),
    retrying: t('common.nextAttempt'),
    failed: t('mailQueue.givenUp'),
    sent: t('mailQueue.sent'),
  }) as const;

const troubleColumns = (): Column<TroubledRow>[] => [
  {
    header: t('common.to'),
    cell: ({ to, subject }) => (
      <>
        <EmailText>{to}</EmailText>
        <Note>{subject}</Note>
      </>
    ),
  },
  { header: t('common.lane'), cell: ({ lane }) => laneNames()[lane][0] },
  {
    header: t('common.state'),
    cell: ({ status, at, attempts }) => (
      <>
        {mailBadge(status)}
        <Note>{t('mailQueue.eventTimeAttempts', { event: times()[status], time: at, attempts })}</Note>
      </>
    ),
  },
  {
    header: t('common.mailServersReply'),
    cell: ({ reason }) => <span className="breakable">{mailReason(reason)}</span>,
  },
  { header: t('common.action'), screenOnly: true, cell: (row) => <TroubleAction {...row} /> },
];

export default function MailQueuePage({ loaderData, actionData }: Route.ComponentProps) {
  const retrying = loaderData.rows.some(({ status }) => status === 'retrying');
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title={t('mailQueue.mail')} lead={t('mailQueue.earlierLanesGoFirst')} />
      <ActionAlert answer={actionData} />
      <div className="grid gap-8">
        <NoDelivery delivery={loaderData.delivery} />
        <Table
          caption={t('common.messagesByLane')}
          columns={laneColumns(loaderData.delivery)}
          rowKey={({ lane }) => lane}
          groups={[{ rows: loaderData.lanes }]}
        />
        <section aria-labelledby="troubled" className="grid gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="troubled" className="text-xl">
              {loaderData.recipient === null
                ? t('mailQueue.notDelivered')
                : t('mailQueue.messagesToAddress', { address: shownEmail(loaderData.recipient) })}
            </h2>
            {retrying && (
              <Form method="post" preventScrollReset>
                <SubmitButton name="mailId" value="all" variant="secondary">
                  {t('mailQueue.retryAllNow')}
                </SubmitButton>
              </Form>
            )}
          </div>
          <ListPage
            list={loaderData}
            search={{ label: t('mailQueue.searchByAddressSubjectOrCertificateId') }}
            empty={{
              title: t('mailQueue.noMessageWasRejected'),
              text: t('mailQueue.messagesThatTheMailServerRejects'),
            }}
            table={{
              caption: t('mailQueue.messagesThatWereNotDelivered'),
              columns: troubleColumns(),
              rowKey: ({ id }) => id,
            }}
          />
        </section>
      </div>
    </>
  );
}
