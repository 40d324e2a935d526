import { Form } from '#app/routes/owned-form.tsx';
import { type List, ListPage } from '#app/ui/list-page.tsx';
import { stateBadge } from '#app/ui/list-parts.tsx';
import { rich, SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';

type Delivery = {
  id: string;
  type: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  status: number | null;
  error: string | null;
  createdAt: string | number | null;
  nextAttemptAt: string | number | null;
};

const STATES = {
  waiting: ['info', () => t('common.waiting')],
  delivered: ['success', () => t('deliveriesCard.delivered')],
  failed: ['danger', () => t('common.givenUp')],
} as const;

const tries = (attempts: number) => t('deliveriesCard.attemptsTries', { attempts });

function Entry({ delivery, active }: { delivery: Delivery; active: boolean }) {
  const { id, type, state, attempts, status, error, createdAt, nextAttemptAt } = delivery;
  return (
    <li>
      <div className="min-w-0">
        <p className="breakable flex flex-wrap items-center gap-2 font-semibold">
          <span className="min-w-0">{type}</span>
          {stateBadge(STATES[state])}
        </p>
        <p className="breakable text-muted text-sm">
          {createdAt}
          {t('page.betweenFacts')}
          {tries(attempts)}
          {status !== null && t('deliveriesCard.lastAnswerStatus', { status })}
          {error !== null && t('page.labelValue', { label: '', value: error })}
          {nextAttemptAt !== null &&
            attempts > 0 &&
            t('deliveriesCard.nextTryNextattemptat', { nextAttemptAt })}
        </p>
      </div>
      {active && state !== 'waiting' && (
        <Form method="post">
          <input type="hidden" name="deliveryId" value={id} />
          <SubmitButton name="intent" value="redeliver" size="small" variant="secondary">
            {rich('deliveriesCard.sendAgainTypeOfCreatedat', {
              type,
              createdAt,
              span: (text) => <span className="sr-only">{text}</span>,
            })}
          </SubmitButton>
        </Form>
      )}
    </li>
  );
}

type Props = { deliveries: List<Delivery>; active: boolean };

export const DeliveriesCard = ({ deliveries, active }: Props) => (
  <SettingsCard id="deliveries" title={t('deliveriesCard.deliveriesOfTheLast30Days')}>
    <ListPage
      list={deliveries}
      listOf={(data) => (data as Props).deliveries}
      empty={<p className="text-muted">{t('deliveriesCard.noneYet')}</p>}
    >
      {(rows) => (
        <ul className="entries">
          {rows.map((delivery) => (
            <Entry key={delivery.id} delivery={delivery} active={active} />
          ))}
        </ul>
      )}
    </ListPage>
  </SettingsCard>
);
