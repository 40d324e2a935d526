import type { ShownMail } from '#app/routes/certificates/rows.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Note } from './certificate-state.tsx';

const TONES = { waiting: 'neutral', sent: 'success', retrying: 'warning', failed: 'danger' } as const;
const LABELS = { waiting: 'Waiting', sent: 'Sent', retrying: 'Retrying', failed: 'Failed' } as const;

/** Codes of connections that failed before the mail server said anything. */
const SILENCE: Record<string, string> = {
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNECTION: 'The mail server could not be reached.',
  ESOCKET: 'The mail server could not be reached.',
  EDNS: 'The mail server could not be found.',
  EAUTH: 'The mail server refused the login.',
};

/** Why an attempt failed: the mail server's reply, or our own words for an error code. */
export const mailReason = (reason: string | null) => (reason === null ? null : (SILENCE[reason] ?? reason));

/** What became of a message, as a badge. */
export const MailBadge = ({ status }: Pick<ShownMail, 'status'>) => (
  <Badge tone={TONES[status]}>{LABELS[status]}</Badge>
);

/** What became of the latest message about a certificate, below its address. */
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
