import { form, formAction, stay } from '#app/routes/form.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import {
  listMessages,
  listMessagesSchema,
  markMessage,
  markMessageSchema,
} from '#app/support/messages.server.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { ActionAlert, Badge, EmptyState } from '#app/ui/list-parts.tsx';
import { Card, EmailText, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/support';

export const meta = () =>
  pageMeta(t('support.supportMessages'), t('support.messagesFromTheContactAndSupportForms'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, listMessagesSchema, (query) => {
    const { messages, nextCursor } = listMessages(context.get(actorContext), query);
    const zone = timeZoneOf(request);
    return {
      rows: messages.map(({ createdAt, handled, ...message }) => ({
        ...message,
        createdAt: formatInstantAsDate(createdAt, zone),
        handled: handled && { ...handled, at: formatInstantAsDate(handled.at, zone) },
      })),
      nextCursor,
      show: query.show,
    };
  });

export const action = formAction(
  form({
    schema: markMessageSchema,
    perform: (input, { actor }) => markMessage(actor, input),
    outcome: stay,
  }),
);

type Message = Route.ComponentProps['loaderData']['rows'][number];

const filters = () =>
  [
    ['open', t('support.open')],
    ['handled', t('support.handled')],
    ['all', t('support.all')],
  ] as const;

const hrefOf = (show: string, q: string) =>
  `/admin/support?${new URLSearchParams({ show, ...(q && { q }) })}`;

function MessageCard({ message }: { message: Message }) {
  const { id, topic, name, email, subject, body, createdAt, handled } = message;
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="breakable text-lg">{subject}</h2>
        <Badge tone={topic === 'contact' ? 'info' : 'gold'}>
          {topic === 'contact' ? t('support.contact') : t('common.support')}
        </Badge>
        {handled && <Badge tone="success">{t('support.handled')}</Badge>}
      </div>
      <p className="breakable text-muted text-sm">
        <bdi>{name}</bdi>
        {t('page.betweenFacts')}
        <a href={`mailto:${email}`}>
          <EmailText>{email}</EmailText>
        </a>
        {t('page.betweenFacts')}
        {createdAt}
      </p>
      <p dir="auto" className="breakable whitespace-pre-wrap">
        {body}
      </p>
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="messageId" value={id} />
        <SubmitButton name="mark" value={handled ? 'open' : 'handled'} size="small" variant="secondary">
          {handled ? t('support.openAgain') : t('support.markAsHandled')}
        </SubmitButton>
        {handled && (
          <span className="text-muted text-sm">
            {handled.by
              ? t('support.handledByByAt', { by: handled.by, at: handled.at })
              : t('support.handledAt', { at: handled.at })}
          </span>
        )}
      </Form>
    </Card>
  );
}

export default function SupportMessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { q, show, cursor } = loaderData;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title={t('common.support')} lead={t('support.messagesFromTheContactAndSupportPages')} />
      <ActionAlert answer={actionData} />
      <div className="mb-6 grid gap-4">
        <Tabs
          label={t('support.messages')}
          fit
          tabs={filters().map(([value, label]) => ({ label, to: hrefOf(value, q), current: value === show }))}
        />
        <SearchBox label={t('support.searchMessages')} name="q" defaultValue={q} action="/admin/support">
          <input type="hidden" name="show" value={show} />
        </SearchBox>
      </div>
      <ListPage
        list={loaderData}
        empty={
          <EmptyState title={cursor ? t('support.noMoreMessages') : t('support.noMessages')}>
            {!cursor && (q ? t('support.noMessagesMatchYourSearch') : t('support.newMessagesAreListedHere'))}
          </EmptyState>
        }
      >
        {(rows) => (
          <div className="grid gap-4">
            {rows.map((message) => (
              <MessageCard key={message.id} message={message} />
            ))}
          </div>
        )}
      </ListPage>
    </>
  );
}
