import type { ReactElement } from 'react';
import type { CertificateStatus } from '#app/certificates/certificate.server.ts';
import type { FormOfId } from '#app/certificates/unique-id.ts';
import { Alert, type AlertTone, IdText, rich } from '#app/ui/page.tsx';
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

/** Whether what was typed for an unknown ID has the form of one. */
export function WhetherAnId({ count, length, stranger }: FormOfId) {
  const isWhole = count === length && stranger === null;
  return (
    <p className="text-muted">
      {isWhole && t('stateAlert.theTextHasTheFormOfAnId', { count })}
      {!isWhole && t('stateAlert.theTextHasNotTheFormOfAnId', { count, length })}
      {stranger !== null && ` ${t('stateAlert.noIdContains', { character: stranger })}`}
    </p>
  );
}

type StateAlertProps = { state: CertificateStatus | 'unknown'; uniqueId: string; form?: FormOfId };

/** The public state of a certificate. `form` describes a typed ID that is unknown. */
export function StateAlert({ state, uniqueId, form }: StateAlertProps) {
  if (state === 'unknown') {
    return (
      <div className="grid gap-2">
        <Alert tone="warning">{t('stateAlert.thisIdIsUnknownHere')}</Alert>
        {form && <WhetherAnId {...form} />}
      </div>
    );
  }
  return <Alert tone={TONES[state]}>{sentence(state, <IdText code>{uniqueId}</IdText>)}</Alert>;
}
