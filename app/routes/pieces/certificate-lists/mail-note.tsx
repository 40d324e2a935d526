import { Mail, MailCheck, MailWarning, MailX } from 'lucide';
import type { ShownMail } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { stateBadge } from '#app/ui/list-parts.tsx';
import { Icon } from '#app/ui/page.tsx';
import { t } from '#messages';
import { note } from './certificate-state.tsx';

const STATES = {
  waiting: ['neutral', () => t('common.waiting')],
  mailbox: ['neutral', () => t('common.inTheMailbox')],
  sent: ['success', () => t('common.sent')],
  retrying: ['warning', () => t('common.retrying')],
  failed: ['danger', () => t('common.failed')],
} as const;

/** Texts for error codes of connections that failed without a reply. */
const silence = (): Record<string, string> => ({
  ETIMEDOUT: t('mailNote.theMailServerDidNotRespondInTime'),
  ECONNECTION: t('mailNote.theMailServerCouldNotBeReached'),
  ESOCKET: t('mailNote.theMailServerCouldNotBeReached'),
  EDNS: t('mailNote.theMailServerCouldNotBeFound'),
  EAUTH: t('mailNote.theMailServerRejectedTheLogin'),
  ESECRET: t('mailNote.theLinkWasEncryptedWithAnotherSessionSecret'),
});

/** Why an attempt failed: the mail server's reply, or a text for an error code. */
export const mailReason = (reason: string | null) => (reason === null ? null : (silence()[reason] ?? reason));

/** The delivery state of a message, as a badge. */
export const mailBadge = (status: ShownMail['status']) => stateBadge(STATES[status]);

const ICONS = { neutral: Mail, success: MailCheck, warning: MailWarning, danger: MailX } as const;

/** The delivery state of the latest message about a certificate, as an icon with words. Not a component, because a list has many rows. */
export function mailNote({ status, reason, at }: ShownMail) {
  const [tone, label] = STATES[status];
  return (
    <span className="mail-state second-line" data-tone={tone}>
      <Icon of={ICONS[tone]} />
      {status === 'sent' ? t('mailNote.sentAt', { at }) : label()}
      {status === 'retrying' && ` ${t('mailNote.atTime', { at })}`}
      {note(reason && <span className="breakable">{mailReason(reason)}</span>)}
    </span>
  );
}
