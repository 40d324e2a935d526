import type { ShownMail } from '#app/routes/pieces/certificates/rows.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { t } from '#messages';
import { Note } from './certificate-state.tsx';

const statesTexts = () =>
  ({
    waiting: ['neutral', t('mailNote.waiting')],
    mailbox: ['neutral', t('mailNote.inTheMailbox')],
    sent: ['success', t('mailNote.sent')],
    retrying: ['warning', t('mailNote.retrying')],
    failed: ['danger', t('mailNote.failed')],
  }) as const;

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
export function MailBadge({ status }: Pick<ShownMail, 'status'>) {
  const [tone, label] = statesTexts()[status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** The delivery state of the latest message about a certificate. */
export const MailNote = ({ status, reason, at }: ShownMail) =>
  status === 'sent' ? (
    <Note>{t('mailNote.sentAt', { at })}</Note>
  ) : (
    <>
      <Note>
        <MailBadge status={status} />
        {status === 'retrying' && ` ${t('mailNote.atTime', { at })}`}
      </Note>
      <Note>{reason && <span className="breakable">{mailReason(reason)}</span>}</Note>
    </>
  );
