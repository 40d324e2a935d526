import type { ReactElement } from 'react';
import type { CertificateStatus } from '#app/certificates/certificate.server.ts';
import { Alert, type AlertTone } from '#app/ui/alert.tsx';
import { IdText } from '#app/ui/breakable.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';

const TONES: Record<CertificateStatus, AlertTone> = {
  valid: 'success',
  'not-yet-valid': 'warning',
  expired: 'warning',
  revoked: 'error',
  erased: 'warning',
};

function sentence(state: CertificateStatus, id: ReactElement) {
  switch (state) {
    case 'valid':
      return rich('stateAlert.idIsValid', { id });
    case 'not-yet-valid':
      return rich('stateAlert.idIsNotYetValid', { id });
    case 'expired':
      return rich('stateAlert.idHasExpired', { id });
    case 'revoked':
      return rich('stateAlert.idWasRevoked', { id });
    case 'erased':
      return rich('stateAlert.idWasErased', { id });
  }
}

/** The state of a certificate, for anybody. */
export function StateAlert({ state, uniqueId }: { state: CertificateStatus | 'unknown'; uniqueId: string }) {
  if (state === 'unknown') return <Alert tone="warning">{t('stateAlert.thisIdIsUnknownHere')}</Alert>;
  return <Alert tone={TONES[state]}>{sentence(state, <IdText code>{uniqueId}</IdText>)}</Alert>;
}
