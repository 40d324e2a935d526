import { Form } from 'react-router';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { RadioGroup } from '#app/ui/field.tsx';
import { CONSENT_NAMES, type ConsentName } from './consent-names.ts';

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

const STATES: Record<Request['state'], { tone: BadgeTone; text: string }> = {
  pending: { tone: 'warning', text: 'Waiting for you' },
  granted: { tone: 'success', text: 'Allowed' },
  declined: { tone: 'danger', text: 'Declined' },
  lapsed: { tone: 'neutral', text: 'Lapsed' },
};

/** What the holder allows verifiers who look the certificate up without the holder's help, and their requests. */
export const ConsentCard = ({ consent }: { consent: ShownConsent }) => (
  <Card className="mb-6 grid gap-5" aria-labelledby="consent">
    <h2 id="consent" className="text-xl">
      Look-ups
    </h2>
    <p className="text-muted">
      Somebody who has the ID of this certificate can look it up for a fee. You decide whether they may, and
      the history below shows everybody who did. What was paid for stays readable.
    </p>
    <Form method="post" className="grid gap-4" preventScrollReset>
      <RadioGroup
        label="Who may look it up"
        name="consent"
        options={[
          {
            value: 'as-for-all',
            label: `As for all my certificates${consent.own === null ? `: ${CONSENT_NAMES[consent.counts]}` : ''}`,
          },
          { value: 'open', label: CONSENT_NAMES.open },
          { value: 'ask', label: CONSENT_NAMES.ask },
          { value: 'closed', label: CONSENT_NAMES.closed },
        ]}
        defaultValue={consent.own ?? 'as-for-all'}
      />
      <div>
        <SubmitButton name="intent" value="consent" variant="secondary">
          Save
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
                ['Verifier', request.verifierName],
                ...(request.organisation ? ([['Organisation', request.organisation]] as const) : []),
                ...(request.purpose ? ([['Purpose', request.purpose]] as const) : []),
                ['Asked', request.asked],
                [
                  'Your answer',
                  <Badge key="state" tone={STATES[request.state].tone}>
                    {STATES[request.state].text}
                  </Badge>,
                ],
              ]}
            />
            <Decisions {...request} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

function Decisions({ id, state, canWithdraw, verifierName }: Request) {
  if (state !== 'pending' && !canWithdraw) return null;
  const choices = canWithdraw
    ? ([['withdrawn', 'Withdraw', 'secondary']] as const)
    : ([
        ['granted', 'Allow', 'primary'],
        ['declined', 'Decline', 'secondary'],
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
          aria-label={`${label}: ${verifierName}`}
        >
          {label}
        </SubmitButton>
      ))}
    </Form>
  );
}
