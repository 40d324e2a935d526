import type { ReactNode } from 'react';
import type { CertificateStatus } from '#app/certificates/certificate.server.ts';
import type { ShownRevocation } from '#app/routes/pieces/certificates/rows.server.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { IdText } from '#app/ui/id-text.tsx';

const STATUSES: Record<CertificateStatus, { tone: BadgeTone; label: string }> = {
  valid: { tone: 'success', label: 'Valid' },
  'not-yet-valid': { tone: 'warning', label: 'Not yet valid' },
  expired: { tone: 'warning', label: 'Expired' },
  revoked: { tone: 'danger', label: 'Revoked' },
  erased: { tone: 'warning', label: 'Erased' },
};

export const statusLabel = (status: CertificateStatus) => STATUSES[status].label;

/** The state of a certificate. Renders nothing for a valid one. */
export const StatusBadge = ({ status, label }: { status: CertificateStatus; label?: string | undefined }) =>
  status === 'valid' ? null : <Badge tone={STATUSES[status].tone}>{label ?? STATUSES[status].label}</Badge>;

/** A second, less prominent line of a cell. Renders nothing without text. */
export const Note = ({ children }: { children: ReactNode }) =>
  children ? <span className="block text-muted text-sm">{children}</span> : null;

/** A certificate's ID with its status (unless valid), its relations, and the reason and time of its revocation. */
export const IdWithStatus = ({
  uniqueId,
  status,
  revocation,
  replacedBy,
  replaces,
  renewedBy,
  renews,
}: {
  uniqueId: string;
  status: CertificateStatus;
  revocation?: ShownRevocation;
  replacedBy?: string | null;
  replaces?: string | null;
  renewedBy?: string | null;
  renews?: string | null;
}) =>
  status === 'valid' && !replaces && !renews && !renewedBy ? (
    <IdText code>{uniqueId}</IdText>
  ) : (
    <span className="cell block">
      <span className="inline-flex flex-wrap items-center gap-2">
        <IdText code>{uniqueId}</IdText>
        <StatusBadge status={status} label={replacedBy ? 'Replaced' : undefined} />
      </span>
      <Note>{replaces && `Replaces ${replaces}`}</Note>
      <Note>{renews && `Renews ${renews}`}</Note>
      <Note>{renewedBy && `Renewed by ${renewedBy}`}</Note>
      {revocation && (
        <Note>
          {revocation.revokedAt}: <span className="breakable">{revocation.reason}</span>
        </Note>
      )}
    </span>
  );
