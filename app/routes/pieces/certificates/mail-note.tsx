import type { ShownMail } from '#app/routes/pieces/certificates/rows.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Note } from './certificate-state.tsx';

const STATES = {
  waiting: ['neutral', 'Waiting'],
  mailbox: ['neutral', 'In the mailbox'],
  sent: ['success', 'Sent'],
  retrying: ['warning', 'Retrying'],
  failed: ['danger', 'Failed'],
} as const;

/** Texts for error codes of connections that failed without a reply. */
const SILENCE: Record<string, string> = {
  ETIMEDOUT: 'The mail server did not respond in time.',
  ECONNECTION: 'The mail server could not be reached.',
  ESOCKET: 'The mail server could not be reached.',
  EDNS: 'The mail server could not be found.',
  EAUTH: 'The mail server rejected the login.',
  ESECRET: 'The link was encrypted with another SESSION_SECRET.',
};

/** Why an attempt failed: the mail server's reply, or a text for an error code. */
export const mailReason = (reason: string | null) => (reason === null ? null : (SILENCE[reason] ?? reason));

/** The delivery state of a message, as a badge. */
export function MailBadge({ status }: Pick<ShownMail, 'status'>) {
  const [tone, label] = STATES[status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** The delivery state of the latest message about a certificate. */
export const MailNote = ({ status, reason, at }: ShownMail) =>
  status === 'sent' ? (
    <Note>Sent {at}</Note>
  ) : (
    <>
      <Note>
        <MailBadge status={status} />
        {status === 'retrying' && ` at ${at}`}
      </Note>
      <Note>{reason && <span className="breakable">{mailReason(reason)}</span>}</Note>
    </>
  );
