import type { ReactElement } from 'react';
import type { CertificateStatus } from '#app/certificates/certificate.server.ts';
import { formOf, ID_LENGTH } from '#app/certificates/unique-id.ts';
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

/** Whether what was typed for an unknown ID has the form of one. */
export function FormOfId({ typed }: { typed: string }) {
  const { count, stranger } = formOf(typed);
  const isWhole = count === ID_LENGTH && stranger === null;
  return (
    <p className="text-muted">
      {isWhole && t('stateAlert.theTextHasTheFormOfAnId', { count })}
      {!isWhole && t('stateAlert.theTextHasNotTheFormOfAnId', { count, length: ID_LENGTH })}
      {stranger !== null && ` ${t('stateAlert.noIdContains', { character: stranger })}`}
    </p>
  );
}

/** The state of a certificate, for anybody. For an unknown one, `uniqueId` is as typed. */
export function StateAlert({ state, uniqueId }: { state: CertificateStatus | 'unknown'; uniqueId: string }) {
  if (state === 'unknown') {
    return (
      <div className="grid gap-2">
        <Alert tone="warning">{t('stateAlert.thisIdIsUnknownHere')}</Alert>
        <FormOfId typed={uniqueId} />
      </div>
    );
  }
  return <Alert tone={TONES[state]}>{sentence(state, <IdText code>{uniqueId}</IdText>)}</Alert>;
}
