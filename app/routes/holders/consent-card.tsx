import { Form } from '#app/routes/owned-form.tsx';
import { RadioGroup } from '#app/ui/form.tsx';
import { Facts, stateBadge } from '#app/ui/list-parts.tsx';
import { SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';

export const consentNames = () => ({
  open: t('consentNames.open'),
  ask: t('consentNames.askMe'),
  closed: t('consentNames.closed'),
});

export type ConsentName = keyof ReturnType<typeof consentNames>;

type Request = {
  id: string;
  verifierName: string;
  organisation: string | null;
  purpose: string | null;
  asked: string;
  state: 'pending' | 'granted' | 'declined' | 'lapsed';
  canWithdraw: boolean;
};

export type ShownConsent = {
  own: ConsentName | null;
  counts: ConsentName;
  requests: readonly Request[];
};

const STATES = {
  pending: ['warning', () => t('consentCard.waitingForYou')],
  granted: ['success', () => t('consentCard.allowed')],
  declined: ['danger', () => t('consentCard.declined')],
  lapsed: ['neutral', () => t('consentCard.lapsed')],
} as const;

/** The holder's consent to look-ups by verifiers, and the verifiers' requests. */
export const ConsentCard = ({ consent }: { consent: ShownConsent }) => (
  <SettingsCard id="consent" title={t('consentCard.lookUps')} className="grid gap-5">
    <p className="text-muted">{t('consentCard.somebodyWhoHasTheId')}</p>
    <Form method="post" className="grid gap-4" preventScrollReset>
      <RadioGroup
        label={t('consentCard.whoMayLookItUp')}
        name="consent"
        options={[
          {
            value: 'as-for-all',
            label:
              consent.own === null
                ? t('consentCard.asForAllMyCertificatesNow', { choice: consentNames()[consent.counts] })
                : t('consentCard.asForAllMyCertificates'),
          },
          { value: 'open', label: consentNames().open },
          { value: 'ask', label: consentNames().ask },
          { value: 'closed', label: consentNames().closed },
        ]}
        defaultValue={consent.own ?? 'as-for-all'}
      />
      <div>
        <SubmitButton name="intent" value="consent" variant="secondary">
          {t('common.save')}
        </SubmitButton>
      </div>
    </Form>
    {consent.requests.length > 0 && (
      <ul className="grid gap-5">
        {consent.requests.map((request) => (
          <li key={request.id} className="grid gap-3">
            <Facts
              breakable
              facts={[
                [t('common.verifier'), request.verifierName],
                ...(request.organisation
                  ? ([[t('common.organisation'), request.organisation]] as const)
                  : []),
                ...(request.purpose ? ([[t('common.purpose'), request.purpose]] as const) : []),
                [t('consentCard.asked'), request.asked],
                [t('consentCard.yourAnswer'), stateBadge(STATES[request.state])],
              ]}
            />
            <Decisions {...request} />
          </li>
        ))}
      </ul>
    )}
  </SettingsCard>
);

function Decisions({ id, state, canWithdraw, verifierName }: Request) {
  if (state !== 'pending' && !canWithdraw) return null;
  const choices = canWithdraw
    ? ([['withdrawn', t('common.withdraw'), 'secondary']] as const)
    : ([
        ['granted', t('common.allow'), 'primary'],
        ['declined', t('common.decline'), 'secondary'],
      ] as const);
  return (
    <Form method="post" className="flex flex-wrap gap-3" preventScrollReset>
      <input type="hidden" name="intent" value="decide" />
      <input type="hidden" name="request" value={id} />
      {choices.map(([decision, label, variant]) => (
        <SubmitButton
          key={decision}
          name="decision"
          value={decision}
          size="small"
          variant={variant}
          aria-label={t('page.labelValue', { label, value: verifierName })}
        >
          {label}
        </SubmitButton>
      ))}
    </Form>
  );
}
