import type { CertificateStatus } from '#app/certificates/certificate.server.ts';
import { Alert, type AlertTone } from '#app/ui/alert.tsx';
import { IdText } from '#app/ui/id-text.tsx';

const STATES: Record<CertificateStatus, [tone: AlertTone, text: string]> = {
  valid: ['success', 'is valid.'],
  'not-yet-valid': ['warning', 'is not yet valid.'],
  expired: ['warning', 'has expired.'],
  revoked: ['error', 'was revoked.'],
  erased: ['warning', 'was erased: its holder asked for it.'],
};

/** The state of a certificate, for anybody. */
export function StateAlert({ state, uniqueId }: { state: CertificateStatus | 'unknown'; uniqueId: string }) {
  if (state === 'unknown') return <Alert tone="warning">This ID is unknown here.</Alert>;
  const [tone, text] = STATES[state];
  return (
    <Alert tone={tone}>
      <IdText code>{uniqueId}</IdText> {text}
    </Alert>
  );
}
