import type { ShownMail } from '#app/routes/certificates/rows.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Note } from './certificate-state.tsx';

const TONES = { waiting: 'neutral', sent: 'success', retrying: 'warning', failed: 'danger' } as const;
const LABELS = { waiting: 'Waiting', sent: 'Sent', retrying: 'Retrying', failed: 'Failed' } as const;

/** Texts for error codes of connections that failed without a reply. */
const SILENCE: Record<string, string> = {
  ETIMEDOUT: 'The mail server did not respond in time.',
  ECONNECTION: 'The mail server could not be reached.',
  ESOCKET: 'The mail server could not be reached.',
  EDNS: 'The mail server could not be found.',
  EAUTH: 'The mail server rejected the login.',
};

/** Why an attempt failed: the mail server's reply, or a text for an error code. */
export const mailReason = (reason: string | null) => (reason === null ? null : (SILENCE[reason] ?? reason));

/** The delivery state of a message, as a badge. */
export const MailBadge = ({ status }: Pick<ShownMail, 'status'>) => (
  <Badge tone={TONES[status]}>{LABELS[status]}</Badge>
);

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
