import { useNavigation } from 'react-router';
import { type CorrectionField, correctionLabel, linesOf, type Named } from '#app/certificates/fields.ts';
import { formatFacts } from '#app/messages/format-numbers.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { TextField } from '#app/ui/form.tsx';
import { ActionAlert, Facts } from '#app/ui/list-parts.tsx';
import { ButtonLink, rich, SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';

type Row = Named & {
  id: string;
  field: CorrectionField;
  right: string;
  reason: string;
  asked: string;
};

type CorrectionsProps = {
  rows: readonly Row[];
  answer: { ok: boolean; toast: { message: string } } | undefined;
};

/** What holders say is wrong in an issuer's certificates. */
export function Corrections({ rows, answer }: CorrectionsProps) {
  const pending = useNavigation().formMethod === 'POST';
  return (
    <SettingsCard id="corrections" title={t('corrections.correctionsThatHoldersAskFor')}>
      <ActionAlert answer={answer} />
      <ul className="grid gap-8">
        {rows.map(({ id, uniqueId, field, right, reason, asked, ...lines }) => (
          <li key={id} className="grid gap-4">
            <Facts
              breakable
              facts={[
                [t('common.certificate'), formatFacts([uniqueId, ...linesOf(lines)])],
                [t('common.whatIsWrong'), correctionLabel(field)],
                [t('common.whatIsRight'), right],
                [t('common.why'), reason],
                [t('common.asked'), asked],
              ]}
            />
            <May act="certificates">
              <div className="flex flex-wrap gap-3">
                <ButtonLink to={`/admin/issued-certificates/${uniqueId}/replacement`}>
                  {rich('corrections.replaceUniqueid', {
                    uniqueId: <span className="sr-only"> {uniqueId}</span>,
                  })}
                </ButtonLink>
              </div>
              <Form method="post" className="flex flex-wrap items-end gap-3" preventScrollReset>
                <input type="hidden" name="request" value={id} />
                <TextField
                  label={t('common.reason')}
                  name="reason"
                  required
                  maxLength={500}
                  id={`reason-${id}`}
                />
                <SubmitButton
                  variant="secondary"
                  pending={pending}
                  aria-label={t('corrections.declineUniqueid', { uniqueId })}
                >
                  {t('common.decline')}
                </SubmitButton>
              </Form>
            </May>
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}
