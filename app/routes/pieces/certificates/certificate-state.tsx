import type { ReactNode } from 'react';
import type { ShownRevocation } from '#app/routes/pieces/certificates/rows.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { IdText } from '#app/ui/id-text.tsx';

type Status = 'valid' | 'expired' | 'revoked';

const TONES = { expired: 'warning', revoked: 'danger' } as const;
const LABELS = { expired: 'Expired', revoked: 'Revoked' } as const;

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
  status: Status;
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
        {status !== 'valid' && <Badge tone={TONES[status]}>{replacedBy ? 'Replaced' : LABELS[status]}</Badge>}
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
