import { CORRECTABLE, type CorrectionField, correctionLabel } from '#app/certificates/fields.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { Select, TextArea, TextField } from '#app/ui/form.tsx';
import { Alert, SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';

export type ShownCorrection = {
  field: CorrectionField;
  right: string;
  asked: string;
  decision: 'replaced' | 'declined' | null;
  declineReason: string | null;
};

type CorrectionCardProps = {
  correction: ShownCorrection | null;
  canAsk: boolean;
  failure: FormError | undefined;
};

const options = () => CORRECTABLE.map((value) => ({ value, label: correctionLabel(value) }));

function CorrectionForm({ failure }: Pick<CorrectionCardProps, 'failure'>) {
  return (
    <Form failure={failure} method="post" className="mt-4 grid gap-4" preventScrollReset>
      <Select
        label={t('common.whatIsWrong')}
        name="field"
        options={options()}
        defaultValue={CORRECTABLE[0]}
      />
      <TextField label={t('common.whatIsRight')} name="right" required maxLength={200} />
      <TextArea label={t('common.why')} name="reason" required maxLength={500} rows={3} />
      <div>
        <SubmitButton name="intent" value="correct" variant="secondary">
          {t('correctionCard.tellTheIssuer')}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The form for a correction request to the issuer. */
export function CorrectionCard({ correction, canAsk, failure }: CorrectionCardProps) {
  const isOpen = correction?.decision === null;
  return (
    <SettingsCard id="correction" title={t('correctionCard.somethingIsWrong')} className="mb-6 grid gap-4">
      {isOpen && (
        <Alert tone="info" title={t('correctionCard.theIssuerWasTold')}>
          {t('correctionCard.correctionfieldsRightAskedOnAskedWe', {
            correctionFields: correctionLabel(correction.field),
            right: correction.right,
            asked: correction.asked,
          })}
        </Alert>
      )}
      {correction?.decision === 'declined' && (
        <Alert tone="warning" title={t('correctionCard.theIssuerDeclinedYourLastRequest')}>
          {correction.declineReason}
        </Alert>
      )}
      {canAsk && !isOpen && (
        <details open={failure !== undefined}>
          <summary>{t('correctionCard.askTheIssuerForACorrection')}</summary>
          <CorrectionForm failure={failure} />
        </details>
      )}
      {!canAsk && !isOpen && (
        <p className="text-muted">{t('correctionCard.thisCertificateIsNoLongerValid')}</p>
      )}
    </SettingsCard>
  );
}
