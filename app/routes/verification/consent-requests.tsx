import { Form } from 'react-router';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { type Column, Table } from '#app/ui/table.tsx';

type Row = {
  uniqueId: string;
  status: string;
  asked: string;
  state: 'pending' | 'granted' | 'declined' | 'lapsed' | 'closed';
};

const STATES: Record<Row['state'], { tone: BadgeTone; text: string }> = {
  pending: { tone: 'warning', text: 'Waiting for the holder’s consent' },
  granted: { tone: 'success', text: 'Allowed' },
  declined: { tone: 'danger', text: 'Declined' },
  lapsed: { tone: 'neutral', text: 'Not answered' },
  closed: { tone: 'danger', text: 'Closed by the holder' },
};

function NextStep({ uniqueId, state }: Row) {
  if (state === 'pending') return 'We will mail you the answer.';
  if (state === 'closed') return 'You can still check a file of it for free.';
  const again = state !== 'granted';
  return (
    <Form method="post" action="/verify" preventScrollReset>
      <input type="hidden" name="uniqueId" value={uniqueId} />
      {again && <input type="hidden" name="intent" value="ask-again" />}
      <SubmitButton variant="secondary" size="small">
        {again ? 'Ask again' : 'Pay'}
        <span className="sr-only"> for {uniqueId}</span>
      </SubmitButton>
    </Form>
  );
}

const COLUMNS: Column<Row>[] = [
  { header: 'Certificate ID', cell: ({ uniqueId }) => <IdText code>{uniqueId}</IdText> },
  { header: 'Status', cell: ({ status }) => status },
  { header: 'Asked', cell: ({ asked }) => asked },
  {
    header: 'Holder',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>,
  },
  { header: 'Next', screenOnly: true, cell: (row) => <NextStep {...row} /> },
];

/** A verifier's requests for the consent of holders. */
export const ConsentRequests = ({ rows }: { rows: readonly Row[] }) => (
  <section aria-labelledby="consent-requests" className="mt-10 grid gap-4">
    <h2 id="consent-requests" className="text-xl">
      Requests to holders
    </h2>
    <Table
      caption="Requests to holders"
      columns={COLUMNS}
      rowKey={({ uniqueId }) => uniqueId}
      groups={[{ rows }]}
    />
  </section>
);
