import { Form } from 'react-router';
import { z } from 'zod';
import { areaOf } from '#app/accounts/actor.server.ts';
import { deleteWebhook, WEBHOOK_DELETED } from '#app/events/webhooks/delete-webhook.server.ts';
import { listDeliveries } from '#app/events/webhooks/deliveries.server.ts';
import { REDELIVERED, redeliver } from '#app/events/webhooks/redeliver.server.ts';
import { rotateWebhookSecret, SECRET_CHANGED } from '#app/events/webhooks/rotate-webhook-secret.server.ts';
import { TEST_SENT, testWebhook } from '#app/events/webhooks/test-webhook.server.ts';
import { updateWebhook, WEBHOOK_UPDATED } from '#app/events/webhooks/update-webhook.server.ts';
import { webhookListSchema, webhookSchema } from '#app/events/webhooks/webhook.schema.ts';
import { findWebhook } from '#app/events/webhooks/webhook.server.ts';
import { form, intentAction, type Submission, stay } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstant } from '#app/shared/dates.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { ActionAlert } from '#app/ui/action-alert.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { usePolling } from '#app/ui/polling.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/webhook';
import { DeliveriesCard } from './deliveries-card.tsx';
import { NewSecret, useWebhookForm, WebhookFields } from './webhook-fields.tsx';

const LIST = '/settings/webhooks';
const NO_INPUT = z.object({});

export const meta = () => pageMeta('Webhook', 'What was sent to a program of yours.');

export const loader = ({ params, request, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const at = (instant: number | null) => instant && formatInstant(instant, timeZoneOf(request));
  const { cursor } = parseInput(webhookListSchema, {
    cursor: url.searchParams.get('cursor') || undefined,
  });
  const webhook = findWebhook(actor, params.id);
  const { deliveries, nextCursor } = listDeliveries(actor, params.id, { limit: 20, cursor });
  return {
    role: 'user' in actor ? areaOf(actor) : ('individual' as const),
    webhook: { ...webhook, failingSince: at(webhook.failingSince) },
    deliveries: {
      rows: deliveries.map(({ id, event, state, attempts, status, error, createdAt, nextAttemptAt }) => ({
        id,
        type: event.type,
        state,
        attempts,
        status,
        error,
        createdAt: at(createdAt),
        nextAttemptAt: at(nextAttemptAt),
      })),
      cursor: cursor ?? null,
      nextCursor,
    },
    isWaiting: deliveries.some(({ state, attempts }) => state === 'waiting' && attempts === 0),
  };
};

const idOf = ({ params }: Submission) => params.id ?? '';
const said =
  (message: string) =>
  (_: unknown, { intent }: Submission) =>
    stay({ message }, { intent });
const switchTo = (active: boolean) =>
  form({
    schema: NO_INPUT,
    perform: (_, submission) => updateWebhook(submission.actor, idOf(submission), { active }),
    outcome: said(active ? 'The webhook is on.' : 'The webhook is off.'),
  });

export const action = intentAction({
  save: form({
    schema: webhookSchema,
    perform: (input, submission) => updateWebhook(submission.actor, idOf(submission), input),
    outcome: said(WEBHOOK_UPDATED),
  }),
  on: switchTo(true),
  off: switchTo(false),
  test: form({
    schema: NO_INPUT,
    perform: (_, submission) => testWebhook(submission.actor, idOf(submission)),
    outcome: said(TEST_SENT),
  }),
  redeliver: form({
    schema: z.object({ deliveryId: z.string().max(100) }),
    perform: ({ deliveryId }, submission) => redeliver(submission.actor, idOf(submission), deliveryId),
    outcome: said(REDELIVERED),
  }),
  secret: form({
    schema: NO_INPUT,
    perform: (_, submission) => rotateWebhookSecret(submission.actor, idOf(submission)),
    outcome: ({ secret }, { intent }) => ({ ...stay({ message: SECRET_CHANGED }, { intent }), secret }),
  }),
  delete: form({
    schema: NO_INPUT,
    perform: (_, submission) => deleteWebhook(submission.actor, idOf(submission)),
    outcome: () => redirectWithToast(LIST, WEBHOOK_DELETED),
  }),
});

type Data = Route.ComponentProps['loaderData'];

const OffAlert = ({ by }: { by: Data['webhook']['switchedOffBy'] }) => (
  <Alert tone="warning" title="This webhook is off">
    <p>
      {by === 'failures' && 'It failed for five days. '}
      What happens meanwhile is kept for 30 days, and sent once it is on again.
    </p>
  </Alert>
);

function SettingsCard({
  webhook,
  role,
  answer,
}: Pick<Data, 'webhook' | 'role'> & { answer: object | undefined }) {
  const { form: ref, pending, ...fields } = useWebhookForm(answer, 'save');
  return (
    <Card className="grid gap-5" aria-labelledby="webhook-settings">
      <h2 id="webhook-settings" className="text-xl">
        Settings
      </h2>
      <Form ref={ref} method="post" className="form">
        <WebhookFields role={role} url={webhook.url} types={webhook.types} {...fields} />
        <SubmitButton name="intent" value="save" pending={pending}>
          Save
        </SubmitButton>
      </Form>
    </Card>
  );
}

const ActsCard = ({ active, secret }: { active: boolean; secret: string | null }) => (
  <Card className="grid gap-5" aria-labelledby="webhook-acts">
    <h2 id="webhook-acts" className="text-xl">
      Test, secret and end
    </h2>
    {secret !== null && <NewSecret secret={secret} />}
    <Form method="post" className="flex flex-wrap gap-3">
      {active && (
        <SubmitButton name="intent" value="test" variant="secondary">
          Send a Test
        </SubmitButton>
      )}
      <SubmitButton name="intent" value="secret" variant="secondary">
        New Secret
      </SubmitButton>
      <SubmitButton name="intent" value={active ? 'off' : 'on'} variant="secondary">
        {active ? 'Switch Off' : 'Switch On'}
      </SubmitButton>
      <SubmitButton name="intent" value="delete" variant="danger">
        Delete
      </SubmitButton>
    </Form>
    <p className="text-muted text-sm">
      With a new secret, events are signed with both for 24 hours. Deleting a webhook deletes its deliveries.
    </p>
  </Card>
);

export default function WebhookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { webhook, role, deliveries, isWaiting } = loaderData;
  usePolling(isWaiting && webhook.active);
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title="Webhook"
        lead={webhook.url}
        crumbs={[
          { label: 'Settings', to: '/settings' },
          { label: 'Webhooks', to: LIST },
          { label: 'Webhook' },
        ]}
      />
      <ActionAlert answer={actionData} />
      <div className="grid gap-6">
        {!webhook.active && <OffAlert by={webhook.switchedOffBy} />}
        {webhook.active && webhook.failingSince !== null && (
          <Alert tone="warning" title={`Failing since ${webhook.failingSince}`}>
            <p>After five days of failures it is switched off.</p>
          </Alert>
        )}
        <SettingsCard webhook={webhook} role={role} answer={actionData} />
        <ActsCard
          active={webhook.active}
          secret={actionData && 'secret' in actionData ? actionData.secret : null}
        />
        <DeliveriesCard deliveries={deliveries} active={webhook.active} />
      </div>
    </div>
  );
}
