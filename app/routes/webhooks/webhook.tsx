import { z } from 'zod';
import { areaOf } from '#app/accounts/actor.server.ts';
import {
  rotateWebhookSecret,
  secretChanged,
  updateWebhook,
  webhookUpdated,
} from '#app/events/webhooks/change-webhook.server.ts';
import {
  listDeliveries,
  redeliver,
  redelivered,
  testSent,
  testWebhook,
} from '#app/events/webhooks/deliveries.server.ts';
import {
  deleteWebhook,
  findWebhook,
  webhookDeleted,
  webhookSchema,
} from '#app/events/webhooks/webhook.server.ts';
import { form, intentAction, redirectWithToast, type Submission, stay } from '#app/routes/form.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { useIntent } from '#app/routes/use-intent.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { Alert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { usePolling } from '#app/ui/polling.ts';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/webhook';
import { DeliveriesCard } from './deliveries-card.tsx';
import { NewSecret, WebhookFields } from './webhook-fields.tsx';

const LIST = '/settings/webhooks';
const NO_INPUT = z.object({});

export const meta = () => pageMeta(t('webhook.webhook'), t('webhook.whatWasSentToAProgramOfYours'));

export const loader = ({ params, request, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const at = (instant: number | null) => instant && formatInstant(instant, timeZoneOf(request));
  const webhook = findWebhook(actor, params.id);
  const deliveries = listLoader(url, listQuerySchema, ({ cursor }) => {
    const { deliveries: listed, nextCursor } = listDeliveries(actor, params.id, { limit: 20, cursor });
    return {
      rows: listed.map(({ id, event, state, attempts, status, error, createdAt, nextAttemptAt }) => ({
        id,
        type: event.type,
        state,
        attempts,
        status,
        error,
        createdAt: at(createdAt),
        nextAttemptAt: at(nextAttemptAt),
      })),
      nextCursor,
    };
  });
  return {
    role: 'user' in actor ? areaOf(actor) : ('individual' as const),
    webhook: { ...webhook, failingSince: at(webhook.failingSince) },
    deliveries,
    isWaiting: deliveries.rows.some(({ state, attempts }) => state === 'waiting' && attempts === 0),
  };
};

const idOf = ({ params }: Submission) => params.id ?? '';
const said =
  (message: () => string) =>
  (_: unknown, { intent }: Submission) =>
    stay({ message: message() }, { intent });
const switchTo = (active: boolean) =>
  form({
    schema: NO_INPUT,
    perform: (_, submission) => updateWebhook(submission.actor, idOf(submission), { active }),
    outcome: said(() => (active ? t('webhook.theWebhookIsOn') : t('webhook.theWebhookIsOff'))),
  });

export const action = intentAction({
  save: form({
    schema: webhookSchema,
    perform: (input, submission) => updateWebhook(submission.actor, idOf(submission), input),
    outcome: said(webhookUpdated),
  }),
  on: switchTo(true),
  off: switchTo(false),
  test: form({
    schema: NO_INPUT,
    perform: (_, submission) => testWebhook(submission.actor, idOf(submission)),
    outcome: said(testSent),
  }),
  redeliver: form({
    schema: z.object({ deliveryId: z.string().max(100) }),
    perform: ({ deliveryId }, submission) => redeliver(submission.actor, idOf(submission), deliveryId),
    outcome: said(redelivered),
  }),
  secret: form({
    schema: NO_INPUT,
    perform: (_, submission) => rotateWebhookSecret(submission.actor, idOf(submission)),
    outcome: ({ secret }, { intent }) => ({ ...stay({ message: secretChanged() }, { intent }), secret }),
  }),
  delete: form({
    schema: NO_INPUT,
    perform: (_, submission) => deleteWebhook(submission.actor, idOf(submission)),
    outcome: () => redirectWithToast(LIST, webhookDeleted()),
  }),
});

type Data = Route.ComponentProps['loaderData'];

const OffAlert = ({ by }: { by: Data['webhook']['switchedOffBy'] }) => (
  <Alert tone="warning" title={t('webhook.thisWebhookIsOff')}>
    <p>
      {by === 'failures' && t('webhook.itFailedForFiveDays')}
      {t('webhook.whatHappensMeanwhileIsKeptFor30Days')}
    </p>
  </Alert>
);

function WebhookSettings({
  webhook,
  role,
  answer,
}: Pick<Data, 'webhook' | 'role'> & { answer: object | undefined }) {
  const { form, pending } = useIntent(answer, 'save');
  return (
    <SettingsCard id="webhook-settings" title={t('common.settings')}>
      <Form {...form} className="form">
        <WebhookFields role={role} url={webhook.url} types={webhook.types} />
        <SubmitButton name="intent" value="save" pending={pending}>
          {t('common.save')}
        </SubmitButton>
      </Form>
    </SettingsCard>
  );
}

const ActsCard = ({ active, secret }: { active: boolean; secret: string | null }) => (
  <SettingsCard id="webhook-acts" title={t('webhook.testSecretAndEnd')}>
    {secret !== null && <NewSecret secret={secret} />}
    <Form method="post" className="flex flex-wrap gap-3">
      {active && (
        <SubmitButton name="intent" value="test" variant="secondary">
          {t('webhook.sendATest')}
        </SubmitButton>
      )}
      <SubmitButton name="intent" value="secret" variant="secondary">
        {t('webhook.newSecret')}
      </SubmitButton>
      <SubmitButton name="intent" value={active ? 'off' : 'on'} variant="secondary">
        {active ? t('common.switchOff') : t('common.switchOn')}
      </SubmitButton>
      <SubmitButton name="intent" value="delete" variant="danger">
        {t('common.delete')}
      </SubmitButton>
    </Form>
    <p className="text-muted text-sm">{t('webhook.withANewSecret')}</p>
  </SettingsCard>
);

export default function WebhookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { webhook, role, deliveries, isWaiting } = loaderData;
  usePolling(isWaiting && webhook.active);
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('webhook.webhook')}
        lead={webhook.url}
        crumbs={[
          { label: t('common.settings'), to: '/settings' },
          { label: t('common.webhooks'), to: LIST },
          { label: t('webhook.webhook') },
        ]}
      />
      <ActionAlert answer={actionData} />
      <div className="grid gap-6">
        {!webhook.active && <OffAlert by={webhook.switchedOffBy} />}
        {webhook.active && webhook.failingSince !== null && (
          <Alert
            tone="warning"
            title={t('webhook.failingSinceFailingsince', { failingSince: webhook.failingSince })}
          >
            <p>{t('webhook.afterFiveDaysOfFailures')}</p>
          </Alert>
        )}
        <WebhookSettings webhook={webhook} role={role} answer={actionData} />
        <ActsCard
          active={webhook.active}
          secret={actionData && 'secret' in actionData ? actionData.secret : null}
        />
        <DeliveriesCard deliveries={deliveries} active={webhook.active} />
      </div>
    </div>
  );
}
