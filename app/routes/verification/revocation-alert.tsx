import { Alert } from '#app/ui/alert.tsx';

/** Why and when a certificate was revoked. */
export const RevocationAlert = ({ reason, revokedAt }: { reason: string; revokedAt: string }) => (
  <Alert tone="warning" title="This certificate has been revoked">
    <dl className="facts">
      <div>
        <dt>Reason</dt>
        <dd className="breakable">{reason}</dd>
      </div>
      <div>
        <dt>Revoked</dt>
        <dd>{revokedAt}</dd>
      </div>
    </dl>
  </Alert>
);
