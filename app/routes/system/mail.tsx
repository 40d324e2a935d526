import { mailById } from '#app/mail/outbox.server.ts';
import { toPageError } from '#app/server/edge/error-response.server.ts';
import { Card, EmailText, PageHeader, pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/mail';

export const meta = () => [
  ...pageMeta(t('common.message'), t('mail.oneMessageOfTheMailbox')),
  { name: 'robots', content: 'noindex' },
];

export function loader({ params }: Route.LoaderArgs) {
  try {
    return mailById(params.id);
  } catch (error) {
    throw toPageError(error);
  }
}

const URLS = /(https?:\/\/\S+)/;

/** A message as text, with clickable links. */
export default function Mail({ loaderData: mail }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={mail.subject}
        lead={rich('mail.toTo', { to: <EmailText>{mail.to}</EmailText> })}
        crumbs={[{ label: t('common.mailbox'), to: '/dev/mail' }, { label: mail.subject }]}
      />
      <Card>
        {mail.text === '' ? (
          <p>{t('mail.thisMessageWasDelivered')}</p>
        ) : (
          <p dir="auto" className="whitespace-pre-line break-words">
            {mail.text.split(URLS).map((part) =>
              URLS.test(part) ? (
                <a key={part} href={part} className="link">
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </p>
        )}
      </Card>
    </>
  );
}
