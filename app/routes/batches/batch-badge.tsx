import type { Batch } from '#app/batches/batch.server.ts';
import { Badge } from '#app/ui/list-parts.tsx';
import { t } from '#messages';

const badgeTexts = () =>
  ({
    checking: { tone: 'neutral', label: t('batchBadge.checking') },
    ready: { tone: 'warning', label: t('batchBadge.ready') },
    vain: { tone: 'danger', label: t('batchBadge.nothingToIssue') },
    issuing: { tone: 'warning', label: t('batchBadge.issuing') },
    scheduled: { tone: 'warning', label: t('common.scheduled') },
    done: { tone: 'success', label: t('batchBadge.done') },
    cancelled: { tone: 'neutral', label: t('batchBadge.cancelled') },
  }) as const;

type Shown = Pick<Batch, 'status' | 'total' | 'failed'>;

export function BatchBadge({ status, total, failed }: Shown) {
  // A batch without a valid row does not wait for its start.
  const { tone, label } = badgeTexts()[status === 'ready' && failed === total ? 'vain' : status];
  return <Badge tone={tone}>{label}</Badge>;
}
