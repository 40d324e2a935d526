import { Form } from '#app/routes/owned-form.tsx';
import { Select, TextField, useFormState } from '#app/ui/form.tsx';
import { type Column, stateBadge, Table } from '#app/ui/list-parts.tsx';
import { IdText, SubmitButton } from '#app/ui/page.tsx';
import { purposeNames } from '#app/verification/texts.ts';
import { t } from '#messages';

const fieldOptions = () => [
  { value: '', label: t('purposeFields.notStated') },
  ...Object.entries(purposeNames()).map(([value, label]) => ({ value, label })),
];

/** Why somebody looks a certificate up. */
export function PurposeFields() {
  const { errors } = useFormState();
  return (
    <details open={(errors('purpose') ?? errors('purposeText')) !== undefined}>
      <summary>{t('purposeFields.sayWhyForTheHolder')}</summary>
      <div className="mt-4 grid gap-4">
        <Select label={t('common.purpose')} name="purpose" optional options={fieldOptions()} />
        <TextField label={t('purposeFields.moreAboutIt')} name="purposeText" optional maxLength={200} />
      </div>
    </details>
  );
}

type Row = {
  uniqueId: string;
  status: string;
  asked: string;
  state: 'pending' | 'granted' | 'declined' | 'lapsed' | 'closed';
};

const STATES = {
  pending: ['warning', () => t('common.waitingForTheHoldersConsent')],
  granted: ['success', () => t('consentRequests.allowed')],
  declined: ['danger', () => t('common.declined')],
  lapsed: ['neutral', () => t('consentRequests.notAnswered')],
  closed: ['danger', () => t('consentRequests.closedByTheHolder')],
} as const;

function NextStep({ uniqueId, state }: Row) {
  if (state === 'pending') return t('consentRequests.weWillMailYouTheAnswer');
  if (state === 'closed') return t('consentRequests.youCanStillCheckAFile');
  const again = state !== 'granted';
  return (
    <Form method="post" action="/verify" preventScrollReset>
      <input type="hidden" name="uniqueId" value={uniqueId} />
      {again && <input type="hidden" name="intent" value="ask-again" />}
      <SubmitButton variant="secondary" size="small">
        {again ? t('consentRequests.askAgain') : t('common.pay')}
        <span className="sr-only"> {t('consentRequests.forUniqueid', { uniqueId })}</span>
      </SubmitButton>
    </Form>
  );
}

const tableColumns = (): Column<Row>[] => [
  { header: t('common.certificateId'), cell: ({ uniqueId }) => <IdText code>{uniqueId}</IdText> },
  { header: t('common.status'), cell: ({ status }) => status },
  { header: t('consentCard.asked'), cell: ({ asked }) => asked },
  {
    header: t('consentRequests.holder'),
    cell: ({ state }) => stateBadge(STATES[state]),
  },
  { header: t('consentRequests.next'), screenOnly: true, cell: (row) => <NextStep {...row} /> },
];

/** A verifier's requests for the consent of holders. */
export const ConsentRequests = ({ rows }: { rows: readonly Row[] }) => (
  <section aria-labelledby="consent-requests" className="mt-10 grid gap-4">
    <h2 id="consent-requests" className="text-xl">
      {t('consentRequests.requestsToHolders')}
    </h2>
    <Table
      caption={t('consentRequests.requestsToHolders')}
      columns={tableColumns()}
      rowKey={({ uniqueId }) => uniqueId}
      groups={[{ rows }]}
    />
  </section>
);
