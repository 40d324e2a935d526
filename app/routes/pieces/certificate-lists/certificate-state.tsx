import type { ReactNode } from 'react';
import { ERASED_NAME, stateName } from '#app/certificates/display.ts';
import type { Lines } from '#app/certificates/fields.ts';
import type { ListedCertificate } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import type { ShownRevocation } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { Badge, type BadgeTone, type Column } from '#app/ui/list-parts.tsx';
import { idText, rich } from '#app/ui/page.tsx';
import { t } from '#messages';

type ListedStatus = ListedCertificate['status'];

const TONES: Record<ListedStatus, BadgeTone> = {
  valid: 'success',
  'not-yet-valid': 'warning',
  expired: 'warning',
  revoked: 'danger',
  erased: 'warning',
  scheduled: 'neutral',
};

export const statusLabel = (status: ListedStatus) =>
  status === 'scheduled' ? t('common.scheduled') : stateName(status);

/** The student's name, or 'Erased' in the reader's language. */
export const shownStudent = (studentName: string, status: ListedStatus) =>
  status === 'erased' ? statusLabel(status) : studentName;

/** The same for a list that shows no status. */
export const shownHolder = (name: string, email: string) =>
  email === '' && name === ERASED_NAME ? statusLabel('erased') : name;

type OfCourse = Pick<Lines, 'courseName'>;

export const courseFact = ({ courseName }: OfCourse) => [t('common.course'), courseName] as const;

/** The same as a column of a list, with a note below the course. */
export const courseColumn = <Row extends OfCourse>(below?: (row: Row) => ReactNode): Column<Row> => ({
  header: t('common.course'),
  cell: (row) => (
    <>
      <bdi>{row.courseName}</bdi>
      {note(below?.(row))}
    </>
  ),
});

type StatusProps = { status: ListedStatus; label?: string | undefined };

/** The state of a certificate. */
export const StateBadge = ({ status, label }: StatusProps) => (
  <Badge tone={TONES[status]}>{label ?? statusLabel(status)}</Badge>
);

/** The same for lists. Renders nothing for a valid one. */
export const StatusBadge = (props: StatusProps) =>
  props.status === 'valid' ? null : <StateBadge {...props} />;

/** The element of `Note`, for lists. */
export const note = (children: ReactNode) =>
  children ? <span className="block text-muted text-sm">{children}</span> : null;

/** A second, less prominent line of a cell. Renders nothing without text. */
export const Note = ({ children }: { children: ReactNode }) => note(children);

type IdProps = {
  uniqueId: string;
  status: ListedStatus;
  revocation?: ShownRevocation;
  replacedBy?: string | null;
  replaces?: string | null;
  renewedBy?: string | null;
  renews?: string | null;
};

/**
 * A certificate's ID with its status (unless valid), its relations, and the reason and time of its revocation. Not a component, because a
 * list has many rows.
 * @param id its text, or a link
 */
export const idWithStatus = (
  { uniqueId, status, revocation, replacedBy, replaces, renewedBy, renews }: IdProps,
  id: ReactNode = idText(uniqueId, 'certificate-id'),
) =>
  status === 'valid' && !replaces && !renews && !renewedBy ? (
    id
  ) : (
    <span className="cell block">
      {id}{' '}
      <span className="second-line">
        <StatusBadge status={status} label={replacedBy ? t('certificateState.replaced') : undefined} />
        <Note>{replaces && t('certificateState.replacesReplaces', { replaces })}</Note>
        <Note>{renews && t('certificateState.renewsRenews', { renews })}</Note>
        <Note>{renewedBy && t('certificateState.renewedByRenewedby', { renewedBy })}</Note>
        {revocation && (
          <Note>
            {rich('page.labelValue', {
              label: revocation.revokedAt,
              value: <span className="breakable">{revocation.reason}</span>,
            })}
          </Note>
        )}
      </span>
    </span>
  );

/** 'Success' for a paid verification, or else 'No'. A declined payment is styled as failed. */
export const OutcomeBadge = ({ outcome }: { outcome: string }) =>
  outcome === 'paid' ? (
    <Badge tone="success">{t('common.success')}</Badge>
  ) : (
    <Badge tone={outcome === 'failed' ? 'danger' : 'neutral'}>{t('common.no')}</Badge>
  );
