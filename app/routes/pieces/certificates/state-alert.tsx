import type { CertificateStatus } from '#app/certificates/certificate.server.ts';
import { Alert, type AlertTone } from '#app/ui/alert.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { t } from '#messages';

const statesTexts = (): Record<CertificateStatus, [tone: AlertTone, text: string]> => ({
  valid: ['success', t('stateAlert.isValid')],
  'not-yet-valid': ['warning', t('stateAlert.isNotYetValid')],
  expired: ['warning', t('stateAlert.hasExpired')],
  revoked: ['error', t('stateAlert.wasRevoked')],
  erased: ['warning', t('stateAlert.wasErasedItsHolderAskedForIt')],
});

/** The state of a certificate, for anybody. */
export function StateAlert({ state, uniqueId }: { state: CertificateStatus | 'unknown'; uniqueId: string }) {
  if (state === 'unknown') return <Alert tone="warning">{t('stateAlert.thisIdIsUnknownHere')}</Alert>;
  const [tone, text] = statesTexts()[state];
  return (
    <Alert tone={tone}>
      <IdText code>{uniqueId}</IdText> {text}
    </Alert>
  );
}
