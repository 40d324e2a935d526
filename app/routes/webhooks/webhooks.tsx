import { Link } from 'react-router';
import { areaOf } from '#app/accounts/actor.server.ts';
import { createWebhook, webhookCreated } from '#app/events/webhooks/change-webhook.server.ts';
import { listWebhooks, webhookSchema } from '#app/events/webhooks/webhook.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { useIntent } from '#app/routes/use-intent.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ActionAlert, Badge } from '#app/ui/list-parts.tsx';
import { PageHeader, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/webhooks';
import { NewSecret, WebhookFields } from './webhook-fields.tsx';

/** All that an account may have. */
const ALL = 100;

export const meta = () => pageMeta(t('common.webhooks'), t('common.programsOfYoursThatAreToldWhatHappens'));

export const loader = ({ context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { webhooks } = listWebhooks(actor, { limit: ALL });
  return {
    role: 'user' in actor ? areaOf(actor) : ('individual' as const),
    webhooks: webhooks.map(({ id, url, types, active, failingSince }) => ({
      id,
      url,
      types,
      active,
      isFailing: failingSince !== null,
    })),
  };
};

export const action = intentAction({
  create: form({
    schema: webhookSchema,
    perform: (input, { actor }) => createWebhook(actor, input),
    outcome: ({ secret }, { intent }) => ({
      ...stay({ message: webhookCreated() }, { intent }),
      secret,
    }),
  }),
});

type Entry = Route.ComponentProps['loaderData']['webhooks'][number];

const State = ({ webhook: { active, isFailing } }: { webhook: Entry }) => {
  if (!active) return <Badge tone="warning">{t('common.off')}</Badge>;
  return isFailing ? (
    <Badge tone="danger">{t('webhooks.failing')}</Badge>
  ) : (
    <Badge tone="success">{t('common.on')}</Badge>
  );
};

const List = ({ webhooks }: { webhooks: Entry[] }) =>
  webhooks.length === 0 ? (
    <p className="text-muted">
      {rich('webhooks.noneYetAWebhookTells', { link: (text) => <a href="/api/docs">{text}</a> })}
    </p>
  ) : (
    <ul className="entries">
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <div className="min-w-0">
            <p className="breakable flex flex-wrap items-center gap-2 font-semibold">
              <Link to={`/settings/webhooks/${webhook.id}`} className="link min-w-0">
                {webhook.url}
              </Link>
              <State webhook={webhook} />
            </p>
            <p className="text-muted text-sm">{webhook.types.join(', ')}</p>
          </div>
        </li>
      ))}
    </ul>
  );

export default function Webhooks({ loaderData: { role, webhooks }, actionData }: Route.ComponentProps) {
  const { form, pending } = useIntent(actionData, 'create');
  const secret = actionData && 'secret' in actionData ? actionData.secret : null;
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.webhooks')}
        crumbs={[{ label: t('common.settings'), to: '/settings' }, { label: t('common.webhooks') }]}
      />
      <ActionAlert answer={actionData} />
      <div className="grid gap-6">
        <SettingsCard id="own-webhooks" title={t('webhooks.yourWebhooks')}>
          {secret !== null && <NewSecret secret={secret} />}
          <List webhooks={webhooks} />
        </SettingsCard>
        <SettingsCard id="new-webhook" title={t('webhooks.newWebhook')}>
          <Form {...form} className="form" key={`made ${webhooks.length}`}>
            <WebhookFields role={role} />
            <SubmitButton name="intent" value="create" pending={pending}>
              {t('webhooks.createWebhook')}
            </SubmitButton>
          </Form>
        </SettingsCard>
      </div>
    </div>
  );
}
